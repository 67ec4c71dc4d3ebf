// A session as a client holds it; pure, without clock or network. The one rule: list and changes join as contract §5 says, and a
// change that does not follow the one before it is never applied.
import type { Entry } from '../../schema/entry.js'
import type { Screenshot } from '../../schema/screenshot.js'
import type { Change } from './frame.js'

/** What has arrived of the list of entries. */
interface Listing {
  entries: Map<string, Entry>
  /** The id of the entry that arrived last. */
  last: string | undefined
  /** What was heard since the list was begun, and waits for its end. */
  waiting: Change[]
}

/** Before the first change, in every session. */
const START = '0-0'

export class SessionCopy {
  /**
   * In order of first arrival. A Map is enough: a key that is set again keeps its place. A change that is older than the list may
   * add an entry that the list lacks, in the wrong place; but then the change that took it out is still to come.
   */
  entries = new Map<string, Entry>()
  /** Oldest first; what is said of the order of entries holds for them, too. */
  screenshots = new Map<string, Screenshot>()
  /** The newest change heard, applied or not; undefined where it must be listed from the start. */
  #head: string | undefined
  /** Undefined where no list is under way. */
  #listing: Listing | undefined
  #wasWhole = false
  readonly #onEntry: (entry: Entry) => void

  /** `onEntry`: it has come into the copy, by the list or by a change. */
  constructor (onEntry: (entry: Entry) => void = () => {}) {
    this.#onEntry = onEntry
  }

  /** The change that the copy has reached; undefined while it must be listed. */
  get rev (): string | undefined {
    return this.#listing ? undefined : this.#head
  }

  /**
   * The change to resume from, with a list that is under way, too: every page of it is newer than the change with which it was begun, and
   * all that was heard since waits for its end. Undefined where there is nothing to go on with.
   */
  get since (): string | undefined {
    const { size } = this.#listing?.entries ?? this.entries
    if (this.#listing && size === 0) return undefined
    // It does not prove that the session is still the one that had these.
    if (this.#head === START && size + this.screenshots.size > 0) return undefined
    return this.#head
  }

  /** How many entries of the list have arrived. */
  get listed (): number { return this.#listing?.entries.size ?? 0 }

  /** Behind which entry the list goes on; undefined: it begins. */
  get lastListed (): string | undefined { return this.#listing?.last }

  /** Whether `entries` are those that have arrived of the first list. Later, the old ones stay to look at until the list is whole. */
  get showsListing (): boolean { return this.entries === this.#listing?.entries }

  /** The lists are read from here on: a change behind `rev` waits for their end. */
  beginListing (rev: string): void {
    this.#head = rev
    this.#listing = { entries: new Map(), last: undefined, waiting: [] }
  }

  /** To be listed anew: it missed something. */
  distrust (): void {
    this.#head = undefined
    this.#listing = undefined
  }

  /** False where a change is missing before this one; it is not applied then, and nothing that follows may be. */
  hear (change: Change): boolean {
    if (change.prev !== this.#head) return false
    this.#head = change.rev
    if (this.#listing) this.#listing.waiting.push(change)
    else this.#apply(change)
    return true
  }

  /** The next entries of the list, each page read behind the entry before it, and after `beginListing`. Some may come twice. */
  add (entries: Entry[]): void {
    const listing = this.#listing
    if (!listing || entries.length === 0) return
    for (const entry of entries) {
      listing.entries.set(entry.id, entry)
      listing.last = entry.id
      this.#onEntry(entry)
    }
    if (!this.#wasWhole) this.entries = listing.entries
  }

  /**
   * The list of entries has ended; the screenshots were read after `beginListing`, too. Both may be newer than what waits; applied
   * again in order, it ends the same.
   */
  endListing (screenshots: Screenshot[]): void {
    if (!this.#listing) return
    const { entries, waiting } = this.#listing
    this.entries = entries
    this.screenshots = new Map(screenshots.map(screenshot => [screenshot.id, screenshot]))
    this.#listing = undefined
    this.#wasWhole = true
    for (const change of waiting) this.#apply(change)
  }

  #apply (change: Change): void {
    switch (change.type) {
      case 'entry-received':
      case 'entry-updated':
        this.#set(change.data)
        break
      case 'entry-marked':
        this.#mark(change.data)
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

  // A new object, so that whoever compares entries sees that this is another.
  #mark ({ id, mark }: Pick<Entry, 'id' | 'mark'>): void {
    const { mark: _, ...entry } = this.entries.get(id) ?? {}
    if ('id' in entry) this.#set(mark ? { ...entry, mark } : entry)
  }

  #set (entry: Entry): void {
    this.entries.set(entry.id, entry)
    this.#onEntry(entry)
  }
}
