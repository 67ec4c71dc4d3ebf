// Reads the changes that a returning viewer missed, page by page. Each page waits until the budget has room for it.
import pLimit from 'p-limit'
import type { PageBudget, PageHolder } from '../reading/page-budget.js'
import { PAGE_BYTES, type ChangeLog } from '../store/changes.js'
import type { SessionChange } from '../store/codec.js'

export class MissedChanges {
  private readonly limit

  constructor (private readonly changes: ChangeLog, private readonly pages: PageBudget, readsAtOnce: number) {
    this.limit = pLimit(readsAtOnce)
  }

  /** Like ChangeLog.since; undefined if the holder has left. The holder keeps its page until it requests the next, or releases it. */
  next (holder: PageHolder, session: string, rev: string): Promise<SessionChange[] | undefined> {
    this.pages.release(holder)
    return this.limit(async () => {
      if (!await this.pages.room(holder, PAGE_BYTES)) return undefined
      const page = await this.changes.since(session, rev)
      this.pages.settle(holder, bytesOf(page ?? []))
      return page
    })
  }

  release (holder: PageHolder): void {
    this.pages.release(holder)
  }
}

function bytesOf (page: SessionChange[]): number {
  let bytes = 0
  for (const { detail = [] } of page) {
    for (const value of detail) bytes += value ? value.length : 0
  }
  return bytes
}
