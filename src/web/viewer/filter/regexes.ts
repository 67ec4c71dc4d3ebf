// Regular expressions of the filter, run in a worker: one that never ends cannot be interrupted on the page. The worker gets the texts when it is first
// asked, in batches, the newest first, and is ended where it does not answer a batch within a second.
import { signal } from '@preact/signals'
import type { Held } from '../../../exchange/held.js'
import type { Answer, Batch } from './regex-worker.js'

export type RegexState = 'idle' | 'running' | 'too slow' | 'failed'

/** What Worker has of it. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Answer>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage (batch: Batch): void
  terminate (): void
}

const ANSWER_MS = 1000
/** The texts are a second copy of the session: without an expression it goes away. */
const IDLE_MS = 10_000
const MOST_CHARACTERS = 1_000_000
const MOST_ENTRIES = 250

export class Regexes {
  readonly state = signal<RegexState>('idle')
  readonly #startWorker: () => WorkerLike
  readonly #onAnswers: () => void
  #worker: WorkerLike | undefined
  /** Which texts the worker has, by the numbers that it knows them by. */
  #held = new Map<Held, number>()
  #lastNumber = 0
  #hasStorage = false
  #asked: Batch | undefined
  #askedEntries: Held[] = []
  #terms: readonly string[] = []
  #answers = new Map<string, WeakMap<Held, boolean>>()
  #entries: readonly Held[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `onAnswers`: entries became ready. */
  constructor (startWorker: () => WorkerLike, onAnswers: () => void) {
    this.#startWorker = startWorker
    this.#onAnswers = onAnswers
  }

  /** Those of the filter from now on, as `regexTerms` lists them. */
  ask (terms: readonly string[]): void {
    if (terms.join('\n') === this.#terms.join('\n')) return
    this.#terms = terms
    this.#answers = new Map(terms.map(term => [term, this.#answers.get(term) ?? new WeakMap<Held, boolean>()]))
    this.state.value = 'idle'
    const needsStorage = terms.some(term => term.startsWith('storage:'))
    if (needsStorage && !this.#hasStorage) this.#end()
    this.#hasStorage ||= needsStorage
    if (terms.length > 0) this.#next()
    else if (!this.#asked) this.#rest()
  }

  update (entries: readonly Held[]): void {
    this.#entries = entries
    // What was deleted or has changed is forgotten all at once.
    if (!this.#asked && this.#held.size > 2 * entries.length + MOST_ENTRIES) this.#end()
    this.#next()
  }

  isReady (entry: Held): boolean {
    return this.#terms.every(term => this.#answers.get(term)?.has(entry))
  }

  matches (term: string, entry: Held): boolean {
    return this.#answers.get(term)?.get(entry) ?? false
  }

  close (): void {
    this.#terms = []
    this.#end()
  }

  /** One batch at a time. */
  #next (): void {
    if (this.#asked || this.#terms.length === 0 || this.state.peek() === 'too slow' || this.state.peek() === 'failed') return
    const batch = this.#batch()
    if (batch.ask.length === 0) {
      this.state.value = 'idle'
      return
    }
    this.#asked = batch
    this.state.value = 'running'
    if (this.#worker) this.#send(this.#worker, batch)
    else this.#start()
  }

  #batch (): Batch {
    const batch: Batch = { terms: [...this.#terms], fresh: [], ask: [] }
    this.#askedEntries = []
    let characters = 0
    for (let at = this.#entries.length - 1; at >= 0 && characters < MOST_CHARACTERS && batch.ask.length < MOST_ENTRIES; at--) {
      const entry = this.#entries[at]
      if (!entry || this.isReady(entry)) continue
      characters += entry.response.length + entry.request.length + entry.requestHeader.length + entry.responseHeader.length
      batch.ask.push(this.#numberOf(entry, batch))
      this.#askedEntries.push(entry)
    }
    return batch
  }

  #numberOf (entry: Held, batch: Batch): number {
    const held = this.#held.get(entry)
    if (held !== undefined) return held
    const number = ++this.#lastNumber
    this.#held.set(entry, number)
    batch.fresh.push([number, this.#hasStorage ? entry : { ...entry, storage: '' }])
    return number
  }

  // A second counts from when its code is there.
  #start (): void {
    try {
      this.#worker = this.#startWorker()
    } catch {
      return this.#fail('failed')
    }
    this.#worker.onerror = () => this.#fail('failed')
    this.#worker.onmessage = ({ data }) => {
      if (!this.#asked || !this.#worker) return
      if (data.found) this.#hear(this.#asked, data.found)
      else this.#send(this.#worker, this.#asked)
    }
  }

  #send (worker: WorkerLike, batch: Batch): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail('too slow'), ANSWER_MS)
    worker.postMessage(batch)
  }

  #hear ({ terms, ask }: Batch, found: number[][]): void {
    clearTimeout(this.#timer)
    this.#asked = undefined
    for (const [at, term] of terms.entries()) {
      const answers = this.#answers.get(term)
      const matching = new Set(found[at])
      for (const [n, entry] of this.#askedEntries.entries()) answers?.set(entry, matching.has(ask[n] ?? 0))
    }
    if (this.#terms.length === 0) return this.#rest()
    this.#next()
    this.#onAnswers()
  }

  #fail (state: RegexState): void {
    const isOfOthers = this.#asked?.terms.join('\n') !== this.#terms.join('\n')
    this.#end()
    // Somebody typed on: what they typed before was too slow, not this.
    if (isOfOthers && state === 'too slow') {
      this.state.value = 'idle'
      return this.#next()
    }
    this.state.value = state
    this.#onAnswers()
  }

  #rest (): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), IDLE_MS)
  }

  #end (): void {
    clearTimeout(this.#timer)
    this.#worker?.terminate()
    this.#worker = undefined
    this.#asked = undefined
    this.#askedEntries = []
    this.#held = new Map()
    this.#hasStorage = false
  }
}
