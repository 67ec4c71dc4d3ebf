// All facts of a request except its outcome, which is in the line above them.
import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { addressOf } from '../../../exchange/address.js'
import { isAppError } from '../../../exchange/app-error.js'
import { requestBodyOf, responseBodyOf } from '../../../exchange/body.js'
import type { ListedEntry } from '../../../exchange/held.js'
import { isNoAnswer, isPending, startMsOf } from '../../../exchange/outcome.js'
import { factsOf } from '../../../filter/facts.js'
import type { Entry } from '../../../schema/entry.js'
import { durationText, runningText } from '../../../text/duration.js'
import { sizeText } from '../../../text/size.js'
import { useCopy, usePage } from '../context.js'
import { IconButton } from '../kit/icons.js'
import { Safe } from '../kit/safe.js'
import { exactDateOf } from '../text/moments.js'
import { Phases } from './phases.js'

export function General ({ entry }: { entry: Entry }) {
  const { codes, words: { detail: words, bodies: { copyNamed } } } = usePage()
  const copy = useCopy()
  const address = addressOf(entry).href ?? entry.api
  const { code } = factsOf(entry)
  const isSuccess = codes.isSuccess(entry)
  // An error of the app was not sent: it has neither a size nor a way in which it was sent.
  const isSent = !isAppError(entry)
  return (
    <section class='general' aria-label={words.general}>
      <dl>
        <Fact name={words.url}>
          <span class='mono'><Safe text={address} most={2_000} /></span>
          <IconButton icon='copy' name={copyNamed(words.url)} class='button icon general-copy' onClick={() => copy(address)} />
        </Fact>
        {code !== undefined && (
          <Fact name={words.code}>
            <span class={isSuccess ? '' : 'failure'}><Safe text={code} />{!isSuccess && ` (${words.failed})`}</span>
          </Fact>
        )}
        <Fact name={words.started}>{exactDateOf(startMsOf(entry))}</Fact>
        <Fact name={words.took}><Took entry={entry} /><Timing entry={entry} />{entry.timings && <Phases timings={entry.timings} />}</Fact>
        {isSent && (
          <Fact name={words.sizes}>{words.sizesOf(sizeText(requestBodyOf(entry).size), sizeText(responseBodyOf(entry).size))}</Fact>
        )}
        {entry.source && <Fact name={words.source}><Safe text={entry.source} /></Fact>}
        {isSent && entry.via && <Fact name={words.via}><Safe text={entry.via} /></Fact>}
        {isSent && <Fact name={words.requestId}><span class='mono'><Safe text={entry.requestId} /></span></Fact>}
      </dl>
    </section>
  )
}

function Fact ({ name, children }: { name: string, children: ComponentChildren }) {
  return <div class='fact'><dt>{name}</dt><dd>{children}</dd></div>
}

export function Took ({ entry }: { entry: ListedEntry }) {
  const { words: { detail: words } } = usePage()
  if (!isPending(entry)) return <>{durationText(entry.timeConsuming)}</>
  return isNoAnswer(entry, Date.now()) ? <>{words.noAnswer}</> : <Running sinceMs={startMsOf(entry)} />
}

/** Shows the time that has passed, each second. */
function Running ({ sinceMs }: { sinceMs: number }) {
  const { words: { detail: words } } = usePage()
  const [nowMs, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span class='running'>{words.running(runningText(nowMs - sinceMs))}</span>
}

const AROUND_MS = 2_000
const MAX_BARS = 200
const WIDTH = 400
const LANE = 3

// Shows a request among those that ran at the same time: its bar, with two seconds before and after it.
function Timing ({ entry }: { entry: ListedEntry }) {
  const { session } = usePage()
  const start = startMsOf(entry)
  const end = isPending(entry) ? Math.max(start, entry.timestamp) : start + entry.timeConsuming
  const [from, to] = [start - AROUND_MS, end + AROUND_MS]
  const isBeside = (other: ListedEntry) => other.id !== entry.id && startMsOf(other) < to && startMsOf(other) + other.timeConsuming > from
  const others = useComputed(() => session.entries.value.filter(isBeside).slice(-MAX_BARS))
  const x = (ms: number) => Math.max(0, Math.min(WIDTH, (ms - from) / (to - from) * WIDTH))
  const bar = (each: ListedEntry) => {
    const startMs = startMsOf(each)
    return { x: x(startMs), width: Math.max(2, x(startMs + each.timeConsuming) - x(startMs)) }
  }
  return (
    <svg class='timing' viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio='none' aria-hidden='true'>
      {others.value.map(
        (other, n) => <rect key={other.id} class='timing-other' {...bar(other)} y={2 + n % 6 * (LANE + 0.6)} height={LANE - 1} />
      )}
      <rect class='timing-own' {...bar(entry)} y={9} height={6} rx={1} />
    </svg>
  )
}
