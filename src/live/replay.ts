// What those who come back have missed, page by page, each as soon as there is room for it.
import type { ChangeLog } from '../store/changes.js'
import type { Change } from '../store/codec.js'
import type { PageBudget, PageHolder } from '../store/page-budget.js'

export class Replay {
  constructor (private readonly changes: ChangeLog, private readonly pages: PageBudget) {}

  /** As ChangeLog.since. The holder has its page until it asks for the next, or lets go. */
  next (holder: PageHolder, session: string, rev: string): Promise<Change[] | undefined> {
    return this.pages.next(holder, () => this.changes.since(session, rev), page => bytesOf(page ?? []))
  }

  release (holder: PageHolder): void {
    this.pages.release(holder)
  }
}

function bytesOf (page: Change[]): number {
  let bytes = 0
  for (const { detail = [] } of page) {
    for (const value of detail) bytes += value ? value.length : 0
  }
  return bytes
}
