// Matches a filter against long texts that were dropped: it queries the service once for each term that searches such texts, and only if
// necessary. An answer for an entry stays valid until the entry changes.
import { signal } from '@preact/signals'
import { isWhole, type Held, type LetGo, type LightEntry } from '../../../../exchange/held.js'
import type { Match } from '../../../../filter/context.js'

export type LookupState = 'idle' | 'looking' | 'failed'
export type IdsOf = (filter: string, signal: AbortSignal) => Promise<ReadonlySet<string>>

export interface LookupsOptions {
  idsOf: IdsOf
  /** True if it is not known yet whether the entry matches. */
  isUnknown: Match
  onAnswers: () => void
}

/** No query is sent while the person is typing. */
const PAUSE_MS = 250
/** The pause before a retry. */
const AGAIN_MS = 5000

export class Lookups {
  readonly state = signal<LookupState>('idle')
  readonly #options: LookupsOptions
  #terms: readonly string[] = []
  #answers = new Map<string, WeakMap<LetGo, boolean>>()
  #entries: readonly Held[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #asking: AbortController | undefined

  constructor (options: LookupsOptions) {
    this.#options = options
  }

  /** Sets the terms of the filter, as `longTextTerms` lists them, without regular expressions. */
  ask (terms: readonly string[]): void {
    if (terms.join('\n') === this.#terms.join('\n')) return
    this.#stop()
    this.#terms = terms
    this.#answers = new Map(terms.map(term => [term, this.#answers.get(term) ?? new WeakMap<LetGo, boolean>()]))
    this.state.value = 'idle'
  }

  /** Call it after the rest of the filter was applied to these entries. */
  update (entries: readonly Held[]): void {
    this.#entries = entries
    if (this.#timer !== undefined || this.#asking) return
    if (!entries.some(entry => this.#isWanted(entry))) this.state.value = 'idle'
    else this.#askIn(PAUSE_MS)
  }

  isReady (entry: Held): boolean {
    return isWhole(entry) || this.#terms.every(term => this.#answers.get(term)?.has(entry.letGo))
  }

  matches (term: string, { letGo }: LightEntry): boolean {
    return this.#answers.get(term)?.get(letGo) ?? false
  }

  close (): void {
    this.#terms = []
    this.#stop()
  }

  #isWanted (entry: Held): entry is LightEntry {
    return !this.isReady(entry) && this.#options.isUnknown(entry)
  }

  #askIn (ms: number): void {
    if (this.state.peek() !== 'failed') this.state.value = 'looking'
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const asking = this.#asking = new AbortController()
      this.#look(asking.signal).then(() => true, () => false).then(isFound => {
        if (!asking.signal.aborted) this.#end(isFound)
      }, () => {})
    }, ms)
  }

  async #look (signal: AbortSignal): Promise<void> {
    const wanted = this.#entries.filter(entry => this.#isWanted(entry)).map(({ id, letGo }) => ({ id, letGo }))
    for (const term of this.#terms) {
      const answers = this.#answers.get(term)
      const unanswered = wanted.filter(({ letGo }) => !answers?.has(letGo))
      if (unanswered.length === 0) continue
      const ids = await this.#options.idsOf(term, signal)
      for (const { id, letGo } of unanswered) answers?.set(letGo, ids.has(id))
    }
  }

  #end (isFound: boolean): void {
    this.#asking = undefined
    this.state.value = isFound ? 'idle' : 'failed'
    if (!isFound) this.#askIn(AGAIN_MS)
    this.#options.onAnswers()
  }

  #stop (): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#asking?.abort()
    this.#asking = undefined
  }
}
