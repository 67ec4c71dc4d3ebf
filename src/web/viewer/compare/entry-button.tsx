// One entry on one line, to be chosen.
import { addressOf } from '../../../exchange/address.js'
import type { Held } from '../../../exchange/held.js'
import { startMsOf } from '../../../exchange/outcome.js'
import { Safe } from '../kit/safe.js'
import { clockOf, durationText } from '../text/formats.js'
import { StatusBadge } from '../entry/status-badge.js'

export function EntryButton ({ entry, onClick }: { entry: Held, onClick: () => void }) {
  const { path, query } = addressOf(entry)
  return (
    <button type='button' class='button chooser-entry' onClick={onClick}>
      <span class='mono dim'>{clockOf(startMsOf(entry))}</span>
      <StatusBadge entry={entry} />
      <span class='mono dim'><Safe text={entry.method} most={10} /></span>
      <span class='chooser-path'><Safe text={`${path}${query}`} most={200} /></span>
      {entry.timeConsuming > 0 && <span class='dim'>{durationText(entry.timeConsuming)}</span>}
    </button>
  )
}
