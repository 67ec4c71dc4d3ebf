// One cell of a row: the value of a column for an entry.
import type { ReadonlySignal, Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { isAppError } from '../../../exchange/app-error.js'
import type { ListedEntry } from '../../../exchange/held.js'
import { isPending, startMsOf, type ErrorVerdict, type Verdict } from '../../../exchange/outcome.js'
import { factsOf } from '../../../filter/facts.js'
import { durationText, runningText } from '../../../text/duration.js'
import { sizeText } from '../../../text/size.js'
import { visibleHead } from '../../../text/visible.js'
import { markSigns } from '../marks/mark-signs.js'
import type { Column } from '../model/list/column.js'
import { rowFactsOf } from '../model/list/row-facts.js'
import type { LiveRepeats } from '../model/live-repeats.js'
import type { Model } from '../model/model.js'
import { momentText, type TimeFormat } from '../text/moments.js'
import type { Words } from '../words/words.js'

export interface CellContext extends Pick<Model, 'rows' | 'codes' | 'repeats'> {
  words: Words
  nowMs: ReadonlySignal<number>
  timeFormat: Signal<TimeFormat>
  /** The start of the first entry. */
  firstMs: number
  /** Whether the name shows the host, because there is no room for its column. */
  isHostFolded: boolean
}

interface CellProps {
  column: Column
  entry: ListedEntry
  state: RowState
  context: CellContext
}

/** A function and not a component: scrolling makes hundreds of cells per frame. */
export function cellOf (props: CellProps) {
  const { column } = props
  return (
    <div
      key={column.id}
      role='gridcell'
      title={titleOf(props)}
      data-column={column.id}
      class={`list-cell list-${column.id.split(':')[0] ?? ''}${column.isEnd ? ' end' : ''}`}
    >
      {contentOf(props)}
    </div>
  )
}

// The text as it was sent, if the cell shows it decoded; and the phases of the request, if a recording has told them.
function titleOf ({ column, entry, context }: CellProps): string | undefined {
  if (column.id === 'waterfall') return entry.timings && phasesText(entry.timings, context.words)
  return column.id === 'name' && entry.api.includes('%') ? visibleHead(entry.api) : undefined
}

function contentOf ({ column, entry, state, context }: CellProps): ComponentChildren {
  const { rows, timeFormat, firstMs } = context
  const facts = rowFactsOf(entry)
  switch (column.id) {
    case 'number': return rows.numberOf(entry) ?? ''
    case 'start': return momentText(startMsOf(entry), timeFormat.value, firstMs)
    case 'method': return <span class='data'>{visibleHead(entry.method)}</span>
    case 'status': return statusOf(entry, state, context)
    case 'code': return codeOf(entry, context)
    case 'name': return nameOf(entry, state, context)
    case 'host': return <span class='data'>{facts.host}</span>
    case 'kind': return facts.type
    case 'size': return isPending(entry) ? '' : sizeText(facts.size)
    case 'time': return timeOf(entry, state, context)
    case 'waterfall': return bar(entry, state, context)
    default: return <span class='data'>{visibleHead(column.text(entry))}</span>
  }
}

// The name, its query, where it is, and what went wrong or was noted.
function nameOf (entry: ListedEntry, state: RowState, { repeats, codes, words, isHostFolded }: CellContext): ComponentChildren {
  const { name, query, place, host } = rowFactsOf(entry)
  const note = entry.mark?.note
  // The name of an error in the app is its message.
  const trouble = state === 'failed' && !isAppError(entry) && troubleOf(entry, codes)
  return (
    <span class={note || trouble ? 'list-parts' : ''}>
      {markSigns(entry)}{repeatSigns(entry, repeats, words)}{entry.rule && <Sign path={RULED} text={ruleText(entry, words)} />}
      <b class='data'>{name}</b><span class='data dim'>{query}</span>
      <span class='data dim'> {isHostFolded && host ? host + (place || '/') : place}</span>
      {[note, trouble].map((text, n) => text && <span key={n} class='list-said data'>{visibleHead(text)}</span>)}
    </span>
  )
}

function troubleOf (entry: ListedEntry, codes: CellContext['codes']): string | undefined {
  return (codes.errorOf(entry) ?? factsOf(entry).reply?.error)?.message ?? entry.note
}

function statusOf (entry: ListedEntry, state: RowState, { words }: CellContext): ComponentChildren {
  const { status } = rowFactsOf(entry)
  if (isAppError(entry)) return <><Svg sign='thrown' /><span class='bad'>{words.list.appError}</span></>
  const text = isPending(entry) ? '' : state === 'canceled' ? words.list.canceled : status === 0 ? words.list.failed : status ?? '–'
  return <><StateIcon state={state} status={status} /><span class={state === 'failed' ? 'bad' : ''}>{text}</span></>
}

function codeOf (entry: ListedEntry, { codes }: CellContext): ComponentChildren {
  const { code } = factsOf(entry)
  if (code === undefined) return ''
  const isFine = codes.isSuccess(entry)
  return <span class={`data ${isFine ? 'dim' : 'bad'}`}>{visibleHead(code)}</span>
}

function timeOf (entry: ListedEntry, state: RowState, { nowMs, words }: CellContext): ComponentChildren {
  if (state === 'no-answer') return words.list.noAnswer
  if (state === 'pending') return runningText(nowMs.value - startMsOf(entry))
  return durationText(entry.timeConsuming)
}

// The style sheet computes its position from the values that `setSpan` sets: the waterfall can move without rendering any row again.
function bar (entry: ListedEntry, state: RowState, { nowMs, firstMs }: CellContext): ComponentChildren {
  const startMs = startMsOf(entry)
  const tookMs = isPending(entry) ? Math.max(0, nowMs.value - startMs) : entry.timeConsuming
  return <span class={`list-bar ${state}`} style={{ '--from': startMs - firstMs, '--took': tookMs }} />
}

// Their names are loaded after the list.
function phasesText (timings: NonNullable<ListedEntry['timings']>, { detail }: Partial<Words>): string | undefined {
  if (!detail) return undefined
  const phases = Object.entries(timings) as [keyof typeof timings, number][]
  return phases.map(([phase, ms]) => `${detail.phases[phase]} ${durationText(ms)}`).join('\n')
}

// The state of a request, as its row shows it.
export type RowState = 'failed' | Exclude<Verdict, ErrorVerdict>

const SIGNS = {
  failed: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM5.2 4.3 8 7.1l2.8-2.8.9.9L8.9 8l2.8 2.8-.9.9L8 8.9l-2.8 2.8-.9-.9L7.1 8 4.3 5.2Z',
  thrown: 'M8 1.5 15 14H1ZM7.4 6v4h1.2V6Zm0 5v1.2h1.2V11Z',
  elsewhere: 'M9.5 3.5 14 8l-4.5 4.5-.9-.9 3-3H2V7.4h9.6l-3-3Z',
  'no-answer': 'M4 1.5h8v2.7L9 8l3 3.8v2.7H4v-2.7L7 8 4 4.2Zm1.3 1.3v1L8 7l2.7-3.2v-1Zm2.7 6.2-2.7 3.2v1h5.4v-1Z',
  canceled: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm0 1.2c1.2 0 2.4.4 3.3 1.2l-7.4 7.4A5.3 5.3 0 0 1 8 2.7Z' +
    'm4.1 2A5.3 5.3 0 0 1 4.7 12.1Z',
  unknown: 'M3.5 7.4h9v1.2h-9Z',
  fine: 'M6.4 12.2 2.6 8.4l.9-.9 2.9 2.9 6.1-6.1.9.9Z'
}

// The signs of states, so that color alone never shows a state.
function StateIcon ({ state, status }: { state: RowState, status: number | undefined }) {
  if (state === 'pending') return <i class='list-spinner' />
  return <Svg sign={state === 'fine' ? (status !== undefined && status >= 300 ? 'elsewhere' : 'fine') : state} />
}

function Svg ({ sign }: { sign: keyof typeof SIGNS }) {
  return (
    <svg
      class={`list-sign ${sign}`} viewBox='0 0 16 16' aria-hidden='true'
    >
      <path fill='currentColor' fill-rule='evenodd' d={SIGNS[sign]} />
    </svg>
  )
}

const TWICE = 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3'
const MANY = 'M2.5 8h2.5M5 8l4-4.5h4.5M5 8h8.5M5 8l4 4.5h4.5'

/** The signs of a duplicate and of a burst. A function and not a component, like everything in a row. */
function repeatSigns (entry: ListedEntry, repeats: LiveRepeats, { list: words }: Words) {
  const [isDuplicate, isNPlusOne] = [repeats.isDuplicate(entry), repeats.isNPlusOne(entry)]
  if (!isDuplicate && !isNPlusOne) return undefined
  return (
    <>
      {isDuplicate && <Sign path={TWICE} text={words.duplicateHint} />}
      {isNPlusOne && <Sign path={MANY} text={words.nPlusOneHint} />}
    </>
  )
}

/** The text for screen readers; empty if the entry is neither. */
export function repeatText (entry: ListedEntry, repeats: LiveRepeats, { list: words }: Words): string {
  return `${repeats.isDuplicate(entry) ? `, ${words.duplicate}` : ''}${repeats.isNPlusOne(entry) ? `, ${words.nPlusOne}` : ''}`
}

const RULED = 'M2 11.5h3.5c3 0 2-7 5-7h3M11.5 2.3l2.2 2.2-2.2 2.2M10 11.5h3.5'

/** The name of the rule that applied to it; empty if there is none. */
export function ruleText ({ rule }: ListedEntry, { list: words }: Words): string {
  return rule ? words.ruled(visibleHead(rule.name)) : ''
}

function Sign ({ path, text }: { path: string, text: string }) {
  return (
    <span class='repeat-sign' role='img' aria-label={text} title={text}>
      <svg
        viewBox='0 0 16 16' aria-hidden='true'
      >
        <path fill='none' stroke='currentColor' stroke-width='1.5' stroke-linejoin='round' d={path} />
      </svg>
    </span>
  )
}
