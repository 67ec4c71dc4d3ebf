// Limits how many reads of the change log this replica does at once; others wait in order of arrival. A read may hold whole
// entries in memory, and after an outage the chains of all sessions need the log at the same time.
import pLimit from 'p-limit'
import type { ChangeLog } from '../store/changes.js'
import type { SessionChange, EntryRow } from '../store/codec.js'

export class ChangeReader {
  private readonly limit

  constructor (private readonly changes: ChangeLog, readsAtOnce: number) {
    this.limit = pLimit(readsAtOnce)
  }

  /** Like ChangeLog.since. */
  since (session: string, rev: string): Promise<SessionChange[] | undefined> {
    return this.limit(() => this.changes.since(session, rev))
  }

  /** Like ChangeLog.detail. */
  detail (session: string, requestId: string): Promise<EntryRow> {
    return this.limit(() => this.changes.detail(session, requestId))
  }

  /** Like ChangeLog.head. The read is so small that it needs no limit. */
  head (session: string): Promise<string> {
    return this.changes.head(session)
  }
}
