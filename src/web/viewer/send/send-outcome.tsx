// What came of a request that was sent: its status, the headers that CORS lets a page see, its body; or why there is nothing to see.
import { useMemo } from 'preact/hooks'
import type { Entry } from '../../../schema/entry.js'
import { Safe } from '../kit/safe.js'
import { compareWithFile } from '../model/compare/choose.js'
import { clockOf, durationText } from '../text/formats.js'
import { SideTab } from '../detail/side-tab.js'
import { StatusBadge } from '../entry/status-badge.js'
import { usePage } from '../context.js'
import type { Incoming, Outcome } from './message.js'
import { sentEntry } from './sent-entry.js'

interface SendOutcomeProps {
  /** The entry from which it was made. */
  recorded: Entry
  /** As it was sent. */
  asked: Entry
  outcome: Outcome
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
        <StatusBadge entry={entry} /> <span class='dim'>{words.took(durationText(incoming.headersMs), durationText(incoming.totalMs))}</span>
        <button type='button' class='button framed' onClick={beside}>{compare.withRecorded}</button>
      </p>
      {incoming.url !== '' && incoming.url !== asked.api && <p class='dim'>{words.redirected} <span class='mono'><Safe text={incoming.url} most={500} /></span></p>}
      {incoming.cut && <p class='notice warn'>{words.cut[incoming.cut]}</p>}
      <SideTab entry={entry} side='response' />
    </section>
  )
}
