// The two requests in a table: method, URL, outcome, start, duration, sizes, source and note.
import type { ComponentChildren } from 'preact'
import { addressOf } from '../../../exchange/address.js'
import { isErrorVerdict, isPending, startMsOf } from '../../../exchange/outcome.js'
import { replyOf } from '../../../exchange/reply.js'
import { readHeaders } from '../../../exchange/headers.js'
import { statusOf } from '../../../exchange/status.js'
import type { Entry } from '../../../schema/entry.js'
import { durationText } from '../../../text/duration.js'
import { sizeText } from '../../../text/size.js'
import { Safe } from '../kit/safe.js'
import { exactDateOf } from '../text/moments.js'
import { statusText } from '../entry/status-badge.js'
import { Icon } from '../kit/icons.js'
import { usePage } from '../context.js'
import type { Comparison } from '../model/compare/comparison.js'

interface SidesProps {
  before: Entry
  after: Entry
  /** The origin of `before`, if not this session. */
  from: string | undefined
  /** Undefined while they are being computed. */
  sizes: Comparison['sizes'] | undefined
}

export function Sides ({ before, after, from, sizes }: SidesProps) {
  const { words: { compare: words, detail } } = usePage()
  const took = isPending(before) || isPending(after) ? undefined : after.timeConsuming - before.timeConsuming
  return (
    <table class='sides' aria-label={words.sides}>
      <thead>
        <tr>
          <td />
          <th
            scope='col'
          >
            <span class='side-sign before' aria-hidden='true'>−</span> {words.was}
            {from !== undefined && <span class='dim'> <Safe text={words.from(from)} most={100} /></span>}
          </th>
          <th scope='col'><span class='side-sign after' aria-hidden='true'>+</span> {words.now}</th>
        </tr>
      </thead>
      <tbody>
        <Row name={words.method} texts={[before.method, after.method]} />
        <Row name={words.address} texts={[placeOf(before), placeOf(after)]} />
        <tr>
          <th scope='row'>{detail.status}</th>
          <td><Outcome entry={before} /></td>
          <td><Outcome entry={after} /><Differs isSaid={statusKey(before) !== statusKey(after)} /></td>
        </tr>
        <Row name={words.startLine} texts={[startLines(before), startLines(after)]} isHiddenEqual />
        <Row name={detail.code} texts={[replyOf(before)?.code?.text ?? '', replyOf(after)?.code?.text ?? '']} isHiddenEqual />
        <Row name={detail.started} texts={[exactDateOf(startMsOf(before)), exactDateOf(startMsOf(after))]} isPlain />
        <Row
          name={detail.took} texts={[tookText(before), tookText(after)]} isPlain
        >
          {took !== undefined && took !== 0 && <span class='side-delta'>{signed(took, durationText)}</span>}
        </Row>
        {sizes && (['request', 'response'] as const).map(side => (
          <Row key={side} name={words.size[side]} texts={[sizeText(sizes[side].a), sizeText(sizes[side].b)]} isPlain>
            {sizes[side].a !== sizes[side].b && <span class='side-delta'>{signed(sizes[side].b - sizes[side].a, sizeText)}</span>}
          </Row>
        ))}
        <Row name={detail.source} texts={[before.source ?? '', after.source ?? '']} isHiddenEqual />
        <Row name={detail.note} texts={[before.note ?? '', after.note ?? '']} isHiddenEqual />
      </tbody>
    </table>
  )
}

interface RowProps {
  name: string
  texts: [string, string]
  /** Hidden if both sides are equal. */
  isHiddenEqual?: boolean
  /** A difference is expected, so it is not highlighted. */
  isPlain?: boolean
  children?: ComponentChildren
}

function Row ({ name, texts: [before, after], isHiddenEqual = false, isPlain = false, children }: RowProps) {
  const isEqual = before === after
  if (isEqual && (isHiddenEqual || before === '')) return null
  return (
    <tr>
      <th scope='row'>{name}</th>
      {isEqual && !isPlain
        ? <td colSpan={2} class='side-equal'><Safe text={after} most={600} /></td>
        : (
          <>
            <td><Safe text={before} most={600} /></td>
            <td><Safe text={after} most={600} /><Differs isSaid={!isEqual && !isPlain} />{children}</td>
          </>
          )}
    </tr>
  )
}

function Outcome ({ entry }: { entry: Entry }) {
  const { codes, words: { detail } } = usePage()
  const verdict = codes.verdictOf(entry, Date.now())
  const isError = isErrorVerdict(verdict)
  return (
    <span
      class={isError ? 'side-status failure' : 'side-status'}
    >
      {isError && <Icon name='error' />}<Safe text={statusText(detail, entry, verdict)} most={60} />
    </span>
  )
}

function Differs ({ isSaid }: { isSaid: boolean }) {
  const { words: { detail } } = usePage()
  return isSaid ? <span class='side-differs'>{detail.changed}</span> : null
}

function placeOf (entry: Entry): string {
  const { scheme, host, path } = addressOf(entry)
  return host === '' ? path : `${scheme}://${host}${path}`
}

function statusKey (entry: Entry): string {
  const status = statusOf(entry.responseHeader)
  return isPending(entry) ? 'pending' : `${status?.code} ${status?.text}`
}

// The status has its own row above. Only the HTTP versions are left: the rest of a request line is the method and the address.
function startLines ({ requestHeader, responseHeader }: Entry): string {
  return [readHeaders(requestHeader).startLine.split(' ').at(-1), statusOf(responseHeader)?.version].filter(Boolean).join(' · ')
}

function tookText (entry: Entry): string {
  return isPending(entry) ? '…' : durationText(entry.timeConsuming)
}

function signed (value: number, textOf: (value: number) => string): string {
  return `${value < 0 ? '−' : '+'}${textOf(Math.abs(value))}`
}
