// Reads of the change log by this replica, a few at a time and first come, first served: each may hold whole entries, and all
// who come back after an outage ask at once.
import pLimit from 'p-limit'
import type { ChangeLog } from '../store/changes.js'
import type { Change, Row } from '../store/codec.js'

export class ChangeReader {
  private readonly limit

  constructor (private readonly changes: ChangeLog, readsAtOnce: number) {
    this.limit = pLimit(readsAtOnce)
  }

  /** As ChangeLog.since. */
  since (session: string, rev: string): Promise<Change[] | undefined> {
    return this.limit(() => this.changes.since(session, rev))
  }

  /** As ChangeLog.detail. */
  detail (session: string, requestId: string): Promise<Row> {
    return this.limit(() => this.changes.detail(session, requestId))
  }

  /** As ChangeLog.head: so small that none waits for it. */
  head (session: string): Promise<string> {
    return this.changes.head(session)
  }
}
