// A client's copy of a session; pure, without clock or network. The rules: the list comes first, then every later change, in order. A
// change is never applied if its `prev` is not the rev of the last change.
import type { Entry } from '../../schema/entry.js'
import type { Received } from '../../schema/message.js'
import type { Screenshot } from '../../schema/screenshot.js'
import type { Change } from './frame.js'

/** The part of the list of entries that has arrived. */
interface Listing {
  entries: Map<string, Entry>
  /** The id of the entry that arrived last. */
  last: string | undefined
  /** The changes that were received since the list was started; they wait for its end. */
  waiting: Change[]
}

/** The revision of every session before its first change. */
const START = '0-0'

export class SessionCopy {
  /**
   * In order of first arrival. A Map is enough: a key that is set again keeps its place. A change that is older than the list may
   * add an entry that the list lacks, in the wrong place; but then the change that removes it will follow.
   */
  entries = new Map<string, Entry>()
  /** Oldest first; the comment on the order of entries applies to them, too. */
  screenshots = new Map<string, Screenshot>()
  /** The newest change received, applied or not; undefined if the copy must be listed from the start. */
  #head: string | undefined
  /** Undefined if no list is being read. */
  #listing: Listing | undefined
  #wasWhole = false
  readonly #onEntry: (entry: Entry) => void

  /** `onEntry`: called for each entry that enters the copy, by the list or by a change. */
  constructor (onEntry: (entry: Entry) => void = () => {}) {
    this.#onEntry = onEntry
  }

  /** The newest change that the copy contains; undefined while the copy must be listed. */
  get rev (): string | undefined {
    return this.#listing ? undefined : this.#head
  }

  /**
   * The change to resume from, also while a list is being read: every page of the list is newer than the change at which it was started,
   * and all changes received since then wait for its end. Undefined if there is nothing to resume.
   */
  get since (): string | undefined {
    const { size } = this.#listing?.entries ?? this.entries
    if (this.#listing && size === 0) return undefined
    // START is the same in every session, so it does not prove that this is still the session of these entries.
    if (this.#head === START && size + this.screenshots.size > 0) return undefined
    return this.#head
  }

  /** How many entries of the list have arrived. */
  get listed (): number { return this.#listing?.entries.size ?? 0 }

  /** The entry after which the list continues; undefined: the list starts at the beginning. */
  get lastListed (): string | undefined { return this.#listing?.last }

  /** Whether `entries` is the part of the first list that has arrived. During a later list, the old entries stay until it is complete. */
  get showsListing (): boolean { return this.entries === this.#listing?.entries }

  /** Call it before the lists are read: from now on, changes after `rev` wait for their end. */
  beginListing (rev: string): void {
    this.#head = rev
    this.#listing = { entries: new Map(), last: undefined, waiting: [] }
  }

  /** The copy missed a change, so it must be listed again. */
  distrust (): void {
    this.#head = undefined
    this.#listing = undefined
  }

  /** False if a change is missing before this one: then neither this change nor any later one is applied. */
  receive (change: Change): boolean {
    if (change.prev !== this.#head) return false
    this.#head = change.rev
    if (this.#listing) this.#listing.waiting.push(change)
    else this.#apply(change)
    return true
  }

  /** Adds the next entries of the list: each page starts after `lastListed`, and is read after `beginListing`. An entry may come twice. */
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
   * The list of entries is complete; the screenshots were read after `beginListing`, too. Both lists may already contain the changes that
   * wait; if these are applied again in order, the result is the same.
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
      case 'messages-received':
        this.#count(change.data)
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

  // Creates a new object, so that code that compares entries notices the change.
  #mark ({ id, mark }: Pick<Entry, 'id' | 'mark'>): void {
    const { mark: _, ...entry } = this.entries.get(id) ?? {}
    if ('id' in entry) this.#set(mark ? { ...entry, mark } : entry)
  }

  #count ({ id, first, last, bytes, dropped }: Received): void {
    const entry = this.entries.get(id)
    if (entry && last >= first) this.#set({ ...entry, messages: { count: last - dropped, bytes, dropped } })
  }

  #set (entry: Entry): void {
    this.entries.set(entry.id, entry)
    this.#onEntry(entry)
  }
}
