// A session as a client holds it; pure, without clock or network. The one rule: lists and changes join as contract §5 says, and a
// change that does not follow the one before it is never applied.
import type { Entry } from '../../schema/entry.js'
import type { Screenshot } from '../../schema/screenshot.js'
import type { Change } from './frame.js'

export interface Lists {
  entries: Entry[]
  screenshots: Screenshot[]
}

export class SessionCopy {
  /**
   * In order of first arrival. A Map is enough: a key that is set again keeps its place. A change that is older than the list may
   * add an entry that the list lacks, in the wrong place; but then the change that took it out is still to come.
   */
  entries = new Map<string, Entry>()
  /** Oldest first; what is said of the order of entries holds for them, too. */
  screenshots = new Map<string, Screenshot>()
  /** The newest change heard, applied or not. */
  #head: string | undefined
  /** What was heard and waits for the lists; undefined once they are here. */
  #waiting: Change[] | undefined = []

  /** The change that the copy has reached; undefined while it must be listed anew. */
  get rev (): string | undefined {
    return this.#waiting ? undefined : this.#head
  }

  /** The lists are read from here on: a change behind `rev` waits for them. What is held until then stays to look at. */
  beginListing (rev: string): void {
    this.#head = rev
    this.#waiting = []
  }

  /** To be listed anew: it missed something. */
  distrust (): void {
    this.#waiting = []
  }

  /** False where a change is missing before this one; it is not applied then, and nothing that follows may be. */
  hear (change: Change): boolean {
    if (change.prev !== this.#head) return false
    this.#head = change.rev
    if (this.#waiting) this.#waiting.push(change)
    else this.#apply(change)
    return true
  }

  /** The lists, read after `beginListing`. They may be newer than what waits; applied again in order, it ends the same. */
  list ({ entries, screenshots }: Lists): void {
    this.entries = new Map(entries.map(entry => [entry.id, entry]))
    this.screenshots = new Map(screenshots.map(screenshot => [screenshot.id, screenshot]))
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const change of waiting) this.#apply(change)
  }

  #apply (change: Change): void {
    switch (change.type) {
      case 'entry-received':
      case 'entry-updated':
        this.entries.set(change.data.id, change.data)
        break
      case 'deleted':
        this.entries.delete(change.data.id)
        this.screenshots.delete(change.data.id)
        break
      case 'cleared':
        this.entries.clear()
        break
      case 'screenshot-received':
        this.screenshots.set(change.data.id, change.data)
    }
  }
}
