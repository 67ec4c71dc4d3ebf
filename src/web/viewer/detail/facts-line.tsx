// The facts of a request in one line: its outcome, how long it took, how large the response is, when it started, and which app made it.
// Unfolded, it shows all facts.
import type { ListedEntry } from '../../../exchange/held.js'
import { isPending, startMsOf } from '../../../exchange/outcome.js'
import { factsOf } from '../../../filter/facts.js'
import { sizeText } from '../../../text/size.js'
import { usePage } from '../context.js'
import { StatusBadge } from '../entry/status-badge.js'
import { WithWhole } from '../entry/whole-shown.js'
import { Safe } from '../kit/safe.js'
import { clockOf, exactDateOf } from '../text/moments.js'
import { General, Took } from './general.js'

export function FactsLine ({ entry }: { entry: ListedEntry }) {
  const { prefs, words: { detail: words } } = usePage()
  const isOpen = prefs.pref('detail.open.facts', false)
  const startMs = startMsOf(entry)
  return (
    <details class='facts' open={isOpen.value} onToggle={({ currentTarget: { open } }) => { isOpen.value = open }}>
      <summary>
        <StatusBadge entry={entry} />
        <span title={words.took}><Took entry={entry} /></span>
        {!isPending(entry) && <span title={words.responseSize}>{sizeText(factsOf(entry).body.size)}</span>}
        <span title={`${words.started}: ${exactDateOf(startMs)}`}>{clockOf(startMs)}</span>
        {entry.source && <span class='facts-source' title={words.source}><Safe text={entry.source} most={100} /></span>}
      </summary>
      {isOpen.value && <WithWhole entry={entry}>{entry => <General entry={entry} />}</WithWhole>}
    </details>
  )
}
