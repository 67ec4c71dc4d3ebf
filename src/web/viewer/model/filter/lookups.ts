// Matches a filter against long texts that were dropped: it queries the service once for each term that searches such texts, and only if
// necessary. An answer for an entry stays valid until the entry changes.
import { isWhole, type ListedEntry, type KeptFacts, type LightEntry } from '../../../../exchange/held.js'
import { Asking, type IdsOf } from './asking.js'

export interface LookupsOptions {
  idsOf: IdsOf
  onAnswers: () => void
}

/** No query is sent while the person is typing. */
const PAUSE_MS = 250

export class Lookups {
  readonly #options: LookupsOptions
  readonly #asking: Asking
  #terms: readonly string[] = []
  #answers = new Map<string, WeakMap<KeptFacts, boolean>>()
  #unknown: readonly ListedEntry[] = []

  constructor (options: LookupsOptions) {
    this.#options = options
    this.#asking = new Asking({ look: signal => this.#look(signal), onEnd: () => options.onAnswers() })
  }

  get state (): Asking['state'] { return this.#asking.state }

  /** Sets the terms of the filter, as `longTextTerms` lists them, without regular expressions. */
  ask (terms: readonly string[]): void {
    if (terms.join('\n') === this.#terms.join('\n')) return
    this.#asking.stop()
    this.#terms = terms
    this.#answers = new Map(terms.map(term => [term, this.#answers.get(term) ?? new WeakMap<KeptFacts, boolean>()]))
    this.#asking.show('idle')
  }

  /** Call it after the rest of the filter was applied. `unknown`: the entries that it has not decided. */
  update (unknown: readonly ListedEntry[]): void {
    this.#unknown = unknown
    if (this.#asking.isUnderWay) return
    const isWanted = unknown.some(entry => !this.isReady(entry))
    this.#asking.show(isWanted ? 'looking' : 'idle')
    if (isWanted) this.#asking.askIn(PAUSE_MS)
  }

  isReady (entry: ListedEntry): boolean {
    return isWhole(entry) || this.#terms.every(term => this.#answers.get(term)?.has(entry.keptFacts))
  }

  matches (term: string, { keptFacts }: LightEntry): boolean {
    return this.#answers.get(term)?.get(keptFacts) ?? false
  }

  close (): void {
    this.#terms = []
    this.#asking.stop()
  }

  async #look (signal: AbortSignal): Promise<void> {
    const wanted = this.#unknown.flatMap(entry => isWhole(entry) || this.isReady(entry) ? [] : { id: entry.id, keptFacts: entry.keptFacts })
    for (const term of this.#terms) {
      const answers = this.#answers.get(term)
      const unanswered = wanted.filter(({ keptFacts }) => !answers?.has(keptFacts))
      if (unanswered.length === 0) continue
      const ids = await this.#options.idsOf(term, signal)
      for (const { id, keptFacts } of unanswered) answers?.set(keptFacts, ids.has(id))
    }
  }
}
