// Counts how the connections of viewers began and ended since this replica started. The counts stay after the connections are gone.
import { CLOSE, type CloseCode } from '../errors.js'

/**
 * Slow: did not read as fast as changes came. Vanished: missed two pings. Resync: had to list the entries again. Unavailable:
 * could not join, usually because Redis was unreachable.
 */
export type Ending = 'slow' | 'vanished' | 'resync' | 'unavailable' | 'shutdown'

export const ENDINGS: Record<CloseCode, Ending> = {
  [CLOSE.shutdown]: 'shutdown',
  [CLOSE.resync]: 'resync',
  [CLOSE.slow]: 'slow'
}

export class ViewerTally {
  /** Relisted: wanted to resume, but the log no longer had all changes since its rev. */
  readonly joins = { new: 0, resumed: 0, relisted: 0 }
  /** Closed by this replica; viewers that leave by themselves are not counted. */
  readonly closed: Record<Ending, number> = { slow: 0, vanished: 0, resync: 0, unavailable: 0, shutdown: 0 }
  /** Changes sent: one change to three viewers counts as three. */
  delivered = 0
  deliveredBytes = 0
}
