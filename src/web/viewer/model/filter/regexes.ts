// Regular expressions of the filter, run in a worker: one that never ends cannot be interrupted on the page. The worker gets the texts when
// it is first asked, the newest first, and is ended where it does not answer a batch within a second. Texts that were let go come by last.
import type { Signal } from '@preact/signals'
import { isWhole, lengthOf, type Held } from '../../../../exchange/held.js'
import { PassingTexts, type Passing, type Wholes } from './passing-texts.js'
import type { Answer, Batch } from './regex-worker.js'

/** `unread`: what was let go cannot be read again; it is tried once more after a while. */
export type RegexState = 'idle' | 'running' | 'too slow' | 'failed' | 'unread'

/** What Worker has of it. */
export interface WorkerLike extends Pick<Worker, 'terminate'> {
  onmessage: ((event: MessageEvent<Answer>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage (batch: Batch): void
}

export interface RegexesOptions {
  state: Signal<RegexState>
  startWorker: () => WorkerLike
  /** With the texts that were let go. */
  wholes: Wholes
  /** Entries became ready. */
  onAnswers: () => void
}

const ANSWER_MS = 1000
/** The texts are a second copy of the session: without an expression it goes away. */
const IDLE_MS = 10_000
/** While somebody types, nothing is read again. */
const PAUSE_MS = 400
const AGAIN_MS = 5000
const MOST_CHARACTERS = 1_000_000
const MOST_ENTRIES = 250

export class Regexes {
  readonly #options: RegexesOptions
  #worker: WorkerLike | undefined
  /** Which texts the worker has, by the numbers that it knows them by. */
  #held = new Map<Held, number>()
  #lastNumber = 0
  #hasStorage = false
  /** Whether what it has was whole when it was sent. */
  #hasTexts = false
  #needsTexts = false
  #passing: PassingTexts | undefined
  #readTimer: ReturnType<typeof setTimeout> | undefined
  #isReading = false
  /** Read, and not sent yet. */
  #read: readonly Passing[] = []
  #asked: Batch | undefined
  #askedEntries: Held[] = []
  #terms: readonly string[] = []
  #answers = new Map<string, WeakMap<Held, boolean>>()
  #entries: readonly Held[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor (options: RegexesOptions) {
    this.#options = options
  }

  /** Those of the filter from now on, as `regexTerms` lists them. `needsTexts`: they look into long texts. */
  ask (terms: readonly string[], needsTexts = true): void {
    if (terms.join('\n') === this.#terms.join('\n')) return
    this.#terms = terms
    this.#needsTexts = needsTexts
    this.#stopReading()
    this.#answers = new Map(terms.map(term => [term, this.#answers.get(term) ?? new WeakMap<Held, boolean>()]))
    this.#options.state.value = 'idle'
    const needsStorage = terms.some(term => term.startsWith('storage:'))
    if ((needsStorage && !this.#hasStorage) || (needsTexts && !this.#hasTexts)) this.#end()
    this.#hasStorage ||= needsStorage
    this.#hasTexts ||= needsTexts
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
    this.#stopReading()
    this.#end()
  }

  /** One batch at a time. */
  #next (): void {
    const state = this.#options.state.peek()
    if (this.#asked || this.#terms.length === 0 || state === 'too slow' || state === 'failed') return
    const batch = this.#read.length > 0 ? this.#passingBatch() : this.#batch()
    if (batch.ask.length > 0) this.#put(batch)
    else if (this.#entries.some(entry => this.#isPassing(entry))) this.#readIn(PAUSE_MS)
    else this.#options.state.value = 'idle'
  }

  #put (batch: Batch): void {
    this.#asked = batch
    this.#options.state.value = 'running'
    if (this.#worker) this.#send(this.#worker, batch)
    else this.#start()
  }

  /** It is neither here nor with the worker, and not answered yet. */
  #isPassing (entry: Held): boolean {
    return this.#needsTexts && !isWhole(entry) && !this.#held.has(entry) && !this.isReady(entry)
  }

  #readIn (pauseMs: number): void {
    if (this.#isReading) return
    this.#isReading = true
    if (this.#options.state.peek() !== 'unread') this.#options.state.value = 'running'
    if (this.#passing) return this.#readOn(this.#passing)
    this.#readTimer = setTimeout(() => {
      const passing = this.#entries.filter(entry => this.#isPassing(entry))
      this.#readOn(this.#passing = new PassingTexts(this.#options.wholes, passing))
    }, pauseMs)
  }

  #readOn (passing: PassingTexts): void {
    passing.next(MOST_CHARACTERS, MOST_ENTRIES).then(some => {
      if (passing !== this.#passing) return
      this.#isReading = false
      if (some.length === 0) this.#passing = undefined
      this.#read = some
      this.#next()
    }, () => {
      if (passing !== this.#passing) return
      this.#stopReading()
      this.#options.state.value = 'unread'
      this.#options.onAnswers()
      this.#readIn(AGAIN_MS)
    })
  }

  #passingBatch (): Batch {
    const batch: Batch = { terms: [...this.#terms], fresh: [], passing: [], ask: [] }
    this.#askedEntries = this.#read.map(([held]) => held)
    for (const [, read] of this.#read) {
      batch.ask.push(++this.#lastNumber)
      if (read) batch.passing.push([this.#lastNumber, read])
    }
    this.#read = []
    return batch
  }

  #stopReading (): void {
    clearTimeout(this.#readTimer)
    this.#passing?.close()
    this.#passing = undefined
    this.#isReading = false
    this.#read = []
  }

  #batch (): Batch {
    const batch: Batch = { terms: [...this.#terms], fresh: [], passing: [], ask: [] }
    this.#askedEntries = []
    let characters = 0
    for (let at = this.#entries.length - 1; at >= 0 && characters < MOST_CHARACTERS && batch.ask.length < MOST_ENTRIES; at--) {
      const entry = this.#entries[at]
      if (!entry || this.isReady(entry) || this.#isPassing(entry)) continue
      characters += lengthOf(entry, 'response') + lengthOf(entry, 'request') + entry.requestHeader.length + entry.responseHeader.length
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
    if (!isWhole(entry)) this.#hasTexts = false
    batch.fresh.push([number, this.#hasStorage || !isWhole(entry) ? entry : { ...entry, storage: '' }])
    return number
  }

  // A second counts from when its code is there.
  #start (): void {
    try {
      this.#worker = this.#options.startWorker()
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
    this.#options.onAnswers()
  }

  #fail (state: RegexState): void {
    const isOfOthers = this.#asked?.terms.join('\n') !== this.#terms.join('\n')
    this.#end()
    // Somebody typed on: what they typed before was too slow, not this.
    const isOver = isOfOthers && state === 'too slow'
    this.#options.state.value = isOver ? 'idle' : state
    if (isOver) this.#next()
    else this.#options.onAnswers()
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
    this.#hasTexts = false
  }
}
