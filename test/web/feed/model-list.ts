// A model of one reply to a request for the list: the service reads and sends page after page, and the viewer receives the pages some time
// later.
import type { Entry } from '../../../src/schema/entry.js'

export class ModelList {
  private readonly sent: Entry[] = []
  private hasEnded = false

  /** `page`: returns some of the entries after a seq, in their current state. */
  constructor (private readonly page: (behind: number) => Entry[], private behind: number) {}

  send (): void {
    if (this.hasEnded) return
    const page = this.page(this.behind)
    this.sent.push(...page)
    this.hasEnded = page.length === 0
    this.behind = page.length === 0 ? this.behind : seqOf(page.at(-1)!.id)
  }

  /** Receives the next sent entries, at most `most`. */
  take (most: number): Entry[] {
    return this.sent.splice(0, most)
  }

  /** Whether all entries were sent and received. */
  get isOver (): boolean { return this.hasEnded && this.sent.length === 0 }
}

export function seqOf (id: string): number {
  return parseInt(id)
}
