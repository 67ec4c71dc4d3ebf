// A filter with `message:`, for commands that get requests as they arrive, without their messages. If a request matches the rest of the
// filter, each of its messages is read once, and only the terms that they match are remembered.
import { filter, type EntryFilter, type FilterOptions } from '../filter/entry-filter.js'
import { messageTerms } from '../filter/message-terms.js'
import { parse } from '../filter/parse.js'
import type { Entry, FullEntry } from '../schema/entry.js'
import type { Message } from '../schema/message.js'
import type { FeedUpdate } from '../web/feed/session-feed.js'
import { bounded } from './bounded-filter.js'

export interface MessageFilterOptions {
  entry: (id: string) => Entry | undefined
  entries: () => Iterable<Entry>
  /** The messages of an entry after the one with this n. */
  read: (id: string, after: number) => Promise<Message[]>
  /** The part of an entry that the filter sees; by default, all of it. */
  shown?: (entry: FullEntry) => FullEntry
  /** Called when an entry matches because of new messages. */
  onMatch: (entry: Entry) => void
  /** Gets an error of `onMatch`, or of the filter. */
  onError: (error: unknown) => void
}

interface MessagesRead {
  /** The n of the last message that was read. */
  last: number
  /** The terms that one of its messages matches. */
  terms: Set<string>
}

/** With more terms, the messages of all streams are read. */
const MAX_TERMS = 4

export class MessageFilter {
  /** The given filter. A stream whose messages are not read yet does not match. */
  readonly wanted: EntryFilter
  private readonly readById = new Map<string, MessagesRead>()
  private readonly terms: { text: string, matches: EntryFilter }[]
  /** The filter, once for each combination of terms that match; bit n of the index is 1 if term n matches. */
  private readonly variants: EntryFilter[]
  private reading = Promise.resolve()

  constructor ({ text, codes }: EntryFilter, private readonly options: MessageFilterOptions) {
    const terms = messageTerms(parse(text))
    this.terms = terms.map(term => ({ text: term, matches: filter(term) }))
    const filterWith = (messageMatches: FilterOptions['messageMatches']) => bounded(filter(text, { codes, messageMatches }))
    this.variants = terms.length > MAX_TERMS
      ? []
      : Array.from({ length: 2 ** terms.length }, (_, guess) => filterWith(term => (guess >> terms.indexOf(term)) % 2 === 1))
    const known = filterWith((term, { id }) => this.readById.get(id)?.terms.has(term) ?? false)
    this.wanted = Object.assign((entry: FullEntry) => this.isKnown(entry) && known(entry), { ...known })
  }

  /** Call it with each change of the feed, after it is in the copy. Resolves when the messages that it needs are read. */
  async changed (change: FeedUpdate): Promise<void> {
    if (change.type === 'cleared') this.readById.clear()
    else if (change.type === 'deleted') this.readById.delete(change.data.id)
    else if (change.type === 'listed') for (const { id } of this.options.entries()) this.readLater(id)
    else if (change.type === 'entry-received' || change.type === 'entry-updated' || change.type === 'messages-received') {
      this.readLater(change.data.id)
    }
    await this.settled()
  }

  /** Resolves when all messages are read that were there at the call. */
  async settled (): Promise<void> {
    await this.reading
  }

  private isKnown ({ id, messages }: Entry): boolean {
    return !messages || this.readById.has(id)
  }

  private readLater (id: string): void {
    if (this.lastOf(id) <= (this.readById.get(id)?.last ?? 0)) return
    this.reading = this.reading.then(async () => { await this.read(id) }).catch(this.options.onError)
  }

  private lastOf (id: string): number {
    const { count = 0, dropped = 0 } = this.options.entry(id)?.messages ?? {}
    return count + dropped
  }

  private async read (id: string): Promise<void> {
    const { options: { entry: find, read, shown = same, onMatch }, readById, terms } = this
    const entry = find(id)
    const { last, terms: found } = readById.get(id) ?? { last: 0, terms: new Set<string>() }
    if (!entry || this.lastOf(id) <= last || !this.mayMatch(shown(entry))) return
    const before = this.wanted(shown(entry))
    // If the service is away, the feed lists the session again later.
    const messages = await read(id, last).catch(() => undefined)
    const newest = messages?.at(-1)?.n
    if (!messages || newest === undefined) return
    const full = shown({ ...entry, messageList: messages })
    for (const { text, matches } of terms) if (!found.has(text) && matches(full)) found.add(text)
    readById.set(id, { last: newest, terms: found })
    const now = find(id)
    if (now && !before && this.wanted(shown(now))) onMatch(now)
  }

  private mayMatch (entry: FullEntry): boolean {
    return this.variants.length === 0 || this.variants.some(matches => matches(entry))
  }
}

function same (entry: FullEntry): FullEntry {
  return entry
}
