// Matches a filter against the messages of streams: the page does not hold them, so it queries the service once for each term that searches
// them. When a stream gets new messages, its previous result stays until the service has sent the new one, so that its row does not
// flicker.
import type { ListedEntry } from '../../../../exchange/held.js'
import { Asking, type IdsOf } from './asking.js'

export interface MessageLookupsOptions {
  idsOf: IdsOf
  /** Gets the ids of the entries whose answers are new or differ from the previous ones. */
  onAnswers: (changed: ReadonlySet<string>) => void
}

interface Answer {
  matches: boolean
  /** How many messages the entry had ever had when the service was asked. */
  count: number
}

/** No query is sent while the person is typing. */
const PAUSE_MS = 250
/** Streams may get messages all the time: the service is not asked for new ones more often. */
const NEWS_MS = 1000

export class MessageLookups {
  readonly #options: MessageLookupsOptions
  readonly #asking: Asking
  #terms: readonly string[] = []
  /** By term and by the id of the entry. */
  #answers = new Map<string, ReadonlyMap<string, Answer>>()
  #entries: readonly ListedEntry[] = []
  #changed = new Set<string>()

  constructor (options: MessageLookupsOptions) {
    this.#options = options
    this.#asking = new Asking({ look: signal => this.#look(signal), onEnd: () => this.#end() })
  }

  get state (): Asking['state'] { return this.#asking.state }

  /** Sets the terms of the filter, as `messageTerms` lists them. */
  ask (terms: readonly string[]): void {
    if (terms.join('\n') === this.#terms.join('\n')) return
    this.#asking.stop()
    this.#terms = terms
    this.#answers = new Map(terms.map(term => [term, this.#answers.get(term) ?? new Map<string, Answer>()]))
    this.#asking.show('idle')
  }

  update (entries: readonly ListedEntry[]): void {
    this.#entries = entries
    const [isMissing, isOld] = this.#terms.length === 0
      ? [false, false]
      : [entries.some(entry => !this.isReady(entry)), entries.some(entry => this.#isOld(entry))]
    if (isMissing) this.#asking.show('looking')
    if (this.#asking.isUnderWay) return
    if (!isMissing) this.#asking.show('idle')
    if (isMissing || isOld) this.#asking.askIn(isMissing ? PAUSE_MS : NEWS_MS)
  }

  /** Also with an answer that is older than the newest messages. */
  isReady ({ id, messages }: ListedEntry): boolean {
    return !messages || this.#terms.every(term => this.#answers.get(term)?.has(id))
  }

  matches (term: string, { id, messages }: ListedEntry): boolean {
    return messages !== undefined && this.#answers.get(term)?.get(id)?.matches === true
  }

  close (): void {
    this.#terms = []
    this.#asking.stop()
  }

  #isOld (entry: ListedEntry): boolean {
    return entry.messages !== undefined && this.#terms.some(term => this.#answers.get(term)?.get(entry.id)?.count !== messageCountOf(entry))
  }

  // Uses the entries as they are before the request: if messages arrive meanwhile, the service is asked again.
  async #look (signal: AbortSignal): Promise<void> {
    const streams = this.#entries.filter(entry => entry.messages).map(entry => ({ id: entry.id, count: messageCountOf(entry) }))
    for (const term of this.#terms) {
      const before = this.#answers.get(term)
      if (streams.every(({ id, count }) => before?.get(id)?.count === count)) continue
      const ids = await this.#options.idsOf(term, signal)
      const answers = new Map(streams.map(({ id, count }) => [id, { matches: ids.has(id), count }]))
      for (const [id, { matches }] of answers) if (before?.get(id)?.matches !== matches) this.#changed.add(id)
      this.#answers.set(term, answers)
    }
  }

  #end (): void {
    const changed = this.#changed
    this.#changed = new Set()
    this.#options.onAnswers(changed)
  }
}

function messageCountOf ({ messages }: ListedEntry): number {
  return messages ? messages.count + messages.dropped : 0
}
