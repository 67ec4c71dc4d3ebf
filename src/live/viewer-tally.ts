// What became of the viewers of this replica since it started. Connections come and go; their numbers stay here.
import { CLOSE, type CloseCode } from '../errors.js'

/**
 * Slow: did not read as fast as changes came. Vanished: missed two pings. Resync: told to list anew. Unavailable: could not
 * join, as a rule because Redis was away.
 */
export type Ending = 'slow' | 'vanished' | 'resync' | 'unavailable' | 'shutdown'

export const ENDINGS: Record<CloseCode, Ending> = {
  [CLOSE.goingAway]: 'shutdown',
  [CLOSE.serviceRestart]: 'resync',
  [CLOSE.tryAgainLater]: 'slow'
}

export class ViewerTally {
  /** Relisted: wanted to resume, and the log did not know from where. */
  readonly joins = { new: 0, resumed: 0, relisted: 0 }
  /** By us; whoever leaves by itself is not counted. */
  readonly closed: Record<Ending, number> = { slow: 0, vanished: 0, resync: 0, unavailable: 0, shutdown: 0 }
  /** Changes sent, to each viewer one. */
  delivered = 0
  deliveredBytes = 0
}
