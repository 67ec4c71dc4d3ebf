// Reads dropped long texts again from the service: few entries one by one, many from one streamed list.
import { isWhole, wholeCopyOf, type ListedEntry, type LightEntry } from '../../../../exchange/held.js'
import { matcher } from '../../../../filter/matcher.js'
import { messageTerms } from '../../../../filter/message-terms.js'
import { parse } from '../../../../filter/parse.js'
import type { Entry } from '../../../../schema/entry.js'
import { entriesOf } from '../../../feed/entry-lines.js'
import { replyText } from '../../../feed/reply.js'
import { Refused, type Api, type AskOptions } from './api.js'

/** The entry was deleted after it arrived. */
export class Gone extends Error {}

export interface ReadingOptions {
  api: Pick<Api, 'ask'>
  /** Called when the texts of an entry were read again. */
  onRead: (entry: LightEntry, read: Entry) => void
  /** All known entries, in order of arrival. */
  known: () => readonly ListedEntry[]
  /** Called when the service requires a token. */
  onRefused: () => void
}

const BAD_REQUEST = 400
const REQUESTS_AT_ONCE = 4
/** More entries than this are not requested one by one: some services limit the number of requests. */
const FEW = 24

export class ReadingAgain {
  readonly #options: ReadingOptions
  readonly #asked = new Map<ListedEntry, Promise<Entry>>()

  constructor (options: ReadingOptions) {
    this.#options = options
  }

  /** Rejects with `Gone`, or with the error of the service or the browser. */
  async whole (entry: ListedEntry): Promise<Entry> {
    if (isWhole(entry)) return wholeCopyOf(entry)
    const asked: Promise<Entry> = this.#asked.get(entry) ?? this.#read(entry).finally(() => { this.#asked.delete(entry) })
    this.#asked.set(entry, asked)
    return await asked
  }

  /** One after the other: in the given order if few must be read again, in order of arrival if many. `onGone`: the entry was deleted,
   * and is skipped. */
  async * wholes (entries: readonly ListedEntry[], onGone: (entry: ListedEntry) => void = () => {}): AsyncGenerator<Entry> {
    const light = entries.filter(entry => !isWhole(entry))
    if (light.length > FEW) {
      yield * this.#streamed(entries, onGone)
      return
    }
    for (let at = 0; at < entries.length; at += REQUESTS_AT_ONCE) {
      const some = entries.slice(at, at + REQUESTS_AT_ONCE)
      const read = await Promise.all(some.map(async entry => await this.#orGone(entry)))
      for (const [n, entry] of some.entries()) {
        const one = read[n]
        if (one) yield one
        else onGone(entry)
      }
    }
  }

  /** The ids of all entries of the service that match. If the filter is too long for the service, the page tests the entries whose texts
   * were dropped; it has no messages. */
  async idsOf (filter: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const query = parse(filter)
    try {
      const reply = await this.#ask('capture/entries', { query: { filter, fields: 'id' }, signal })
      const entries = await reply.json() as { id: string }[]
      return new Set(entries.map(({ id }) => id))
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== BAD_REQUEST || messageTerms(query).length > 0) throw error
    }
    const [matches, ids] = [matcher(query, { nowMs: Date.now() }), new Set<string>()]
    for await (const entry of this.wholes(this.#options.known().filter(entry => !isWhole(entry)))) {
      signal.throwIfAborted()
      if (matches(entry)) ids.add(entry.id)
    }
    return ids
  }

  // Entries with texts in memory are not read again: from the list, only the others are used.
  async * #streamed (entries: readonly ListedEntry[], onGone: (entry: ListedEntry) => void): AsyncGenerator<Entry> {
    const wanted = new Map(entries.map(entry => [entry.id, entry]))
    const inOrder = [...this.#options.known().flatMap(({ id }) => taken(wanted, id) ?? []), ...wanted.values()]
    const places = new Map(inOrder.map((entry, at) => [entry.id, at]))
    const list = this.#list(id => places.has(id))
    let next = await list.next()
    try {
      for (const [at, entry] of inOrder.entries()) {
        if (isWhole(entry)) {
          yield wholeCopyOf(entry)
          continue
        }
        while (!next.done && (places.get(next.value.id) ?? 0) < at) next = await list.next()
        if (!next.done && next.value.id === entry.id) yield next.value
        else onGone(entry)
      }
    } finally {
      await list.return(undefined)
    }
  }

  async * #list (isWanted: (id: string) => boolean): AsyncGenerator<Entry, undefined> {
    const reply = await this.#ask('capture/entries', { headers: { accept: 'application/x-ndjson' } })
    for await (const entries of entriesOf(replyText(reply))) yield * entries.filter(({ id }) => isWanted(id))
    return undefined
  }

  async #orGone (entry: ListedEntry): Promise<Entry | undefined> {
    if (isWhole(entry)) return wholeCopyOf(entry)
    try {
      return await this.#one(entry.id)
    } catch (error) {
      if (error instanceof Gone) return undefined
      throw error
    }
  }

  // If the entry has changed since, the feed delivers a new object: this one stays as it was.
  async #read (entry: ListedEntry): Promise<Entry> {
    const read = await this.#one(entry.id)
    if (!isWhole(entry) && isSame(entry, read)) this.#options.onRead(entry, read)
    return read
  }

  async #one (id: string): Promise<Entry> {
    const reply = await this.#ask(`capture/entries/${encodeURIComponent(id)}`)
    return await reply.json() as Entry
  }

  async #ask (path: string, options: AskOptions = {}): Promise<Response> {
    try {
      return await this.#options.api.ask('GET', path, undefined, options)
    } catch (error) {
      if (error instanceof Refused && error.status === 404) throw new Gone()
      if (error instanceof Refused && error.status === 401) this.#options.onRefused()
      throw error
    }
  }
}

function taken (wanted: Map<string, ListedEntry>, id: string): ListedEntry | undefined {
  const entry = wanted.get(id)
  wanted.delete(id)
  return entry
}

function isSame ({ keptFacts: { lengths }, timeConsuming }: LightEntry, read: Entry): boolean {
  return timeConsuming === read.timeConsuming && lengths.request === read.request.length && lengths.response === read.response.length &&
    lengths.pageParams === read.pageParams.length && lengths.storage === read.storage.length
}
