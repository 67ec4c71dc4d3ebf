// The result of a request that was sent: its status, the headers that CORS allows a page to read, and its body; or why there is nothing to
// show.
import { useMemo } from 'preact/hooks'
import { toBase64 } from '../../../exchange/base64.js'
import type { Entry } from '../../../schema/entry.js'
import { durationText } from '../../../text/duration.js'
import { usePage } from '../context.js'
import { SideTab } from '../detail/side-tab.js'
import { StatusBadge } from '../entry/status-badge.js'
import { Safe } from '../kit/safe.js'
import { compareWithFile } from '../model/compare/choose.js'
import { clockOf } from '../text/moments.js'
import type { Incoming, SendResult } from '../sender/message.js'

interface SendOutcomeProps {
  /** The entry that it is based on. */
  recorded: Entry
  /** The request as it was sent. */
  asked: Entry
  outcome: SendResult
  startedMs: number
  onClose: () => void
}

export function SendOutcome ({ outcome, ...rest }: SendOutcomeProps) {
  const { words: { send: words } } = usePage()
  if ('incoming' in outcome) return <Arrived incoming={outcome.incoming} {...rest} />
  return (
    <section class='send-outcome' aria-label={words.outcome}>
      <p class='notice warn' role='alert'>{words.failed(durationText(outcome.totalMs))} <Safe text={outcome.failed} most={200} /></p>
      <p class='dim'>{words.failedWhy}</p>
    </section>
  )
}

function Arrived ({ recorded, asked, incoming, startedMs, onClose }: Omit<SendOutcomeProps, 'outcome'> & { incoming: Incoming }) {
  const page = usePage()
  const { words: { send: words, compare } } = page
  const entry = useMemo(() => sentEntry(asked, incoming, startedMs), [asked, incoming, startedMs])
  const beside = () => {
    compareWithFile(page, { of: recorded.id, entry, fileName: words.sentAt(clockOf(startedMs)) })
    onClose()
  }
  return (
    <section class='send-outcome' aria-label={words.outcome}>
      <p class='send-status' role='status'>
        <StatusBadge entry={entry} />{' '}
        <span class='dim'>{words.took(durationText(incoming.headersMs), durationText(incoming.totalMs))}</span>
        <button type='button' class='button framed' onClick={beside}>{compare.withRecorded}</button>
      </p>
      {incoming.url !== '' && incoming.url !== asked.api && (
        <p class='dim'>{words.redirected} <span class='mono'><Safe text={incoming.url} most={500} /></span></p>
      )}
      {incoming.cut && <p class='notice warn'>{words.cut[incoming.cut]}</p>}
      <SideTab entry={entry} side='response' />
    </section>
  )
}

/** A duration of 0 would mean that it is still pending. */
const MIN_MS = 0.1

/** The response as an entry, so that it can be shown, copied and compared like all others. `asked`: the request as it was sent. */
function sentEntry (asked: Entry, { status, statusText, headers, body, cut, totalMs }: Incoming, startedMs: number): Entry {
  const lines = [`HTTP/1.1 ${status} ${statusText}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  const { mark, note, via, timings, initiator, ...plain } = asked
  return {
    ...plain,
    id: `sent-${startedMs}`,
    requestId: `sent-${startedMs}`,
    responseHeader: lines.join('\n'),
    response: bodyText(body, headers),
    timeConsuming: Math.max(MIN_MS, Math.round(totalMs * 10) / 10),
    startTime: startedMs,
    timestamp: startedMs,
    storage: '',
    pageParams: '',
    ...cut && { note: `response cut: ${body.length} bytes kept` }
  }
}

// Bytes that are not text become base64, as recorders write them.
function bodyText (body: Uint8Array, headers: [string, string][]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    const type = headers.find(([name]) => name === 'content-type')?.[1].split(';', 1)[0] ?? ''
    return `data:${type};base64,${toBase64(body)}`
  }
}
