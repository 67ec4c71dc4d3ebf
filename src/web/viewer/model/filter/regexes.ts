// Runs the regular expressions of a filter in a worker, which is terminated if it has not answered a batch of texts within a second. It
// gets the texts in memory first, starting with the newest; then dropped texts are read again from the service.
import type { Signal } from '@preact/signals'
import { isWhole, lengthOf, type ListedEntry } from '../../../../exchange/held.js'
import { StreamedTexts, type StreamedEntry, type Wholes } from './streamed-texts.js'
import type { RegexMatches, Batch } from './regex-worker.js'

/** `unread`: texts that were dropped could not be read again; a retry follows. */
export type RegexState = 'idle' | 'running' | 'too slow' | 'failed' | 'unread'

/** The part of `Worker` that is used. */
export interface WorkerLike extends Pick<Worker, 'terminate'> {
  onmessage: ((event: MessageEvent<RegexMatches>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  postMessage (batch: Batch): void
}

export interface RegexesOptions {
  state: Signal<RegexState>
  startWorker: () => WorkerLike
  /** Reads entries with the texts that were dropped. */
  wholes: Wholes
  /** Called when entries have become ready. */
  onAnswers: () => void
}

const ANSWER_MS = 1000
/** The worker's texts are a second copy of the session: without an expression, it is terminated after this time. */
const IDLE_MS = 10_000
/** No text is read again while the person is typing. */
const PAUSE_MS = 400
const RETRY_MS = 5000
const MAX_CHARACTERS = 1_000_000
const MAX_ENTRIES = 250

export class Regexes {
  readonly #options: RegexesOptions
  #worker: WorkerLike | undefined
  /** The entries whose texts the worker has, with the numbers under which it has them. */
  #held = new Map<ListedEntry, number>()
  #lastNumber = 0
  #hasStorage = false
  /** Whether the worker got all its entries with their long texts. */
  #hasTexts = false
  #needsTexts = false
  #streamed: StreamedTexts | undefined
  #readTimer: ReturnType<typeof setTimeout> | undefined
  #isReading = false
  /** Entries that were read but not sent to the worker yet. */
  #read: readonly StreamedEntry[] = []
  #asked: Batch | undefined
  #askedEntries: ListedEntry[] = []
  #terms: readonly string[] = []
  #answers = new Map<string, WeakMap<ListedEntry, boolean>>()
  #entries: readonly ListedEntry[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor (options: RegexesOptions) {
    this.#options = options
  }

  /** Sets the terms of the filter, as `regexTerms` lists them. `needsTexts`: they search long texts. */
  ask (terms: readonly string[], needsTexts = true): void {
    if (terms.join('\n') === this.#terms.join('\n')) return
    this.#terms = terms
    this.#needsTexts = needsTexts
    this.#stopReading()
    this.#answers = new Map(terms.map(term => [term, this.#answers.get(term) ?? new WeakMap<ListedEntry, boolean>()]))
    this.#options.state.value = 'idle'
    const needsStorage = terms.some(term => term.startsWith('storage:'))
    if ((needsStorage && !this.#hasStorage) || (needsTexts && !this.#hasTexts)) this.#end()
    this.#hasStorage ||= needsStorage
    this.#hasTexts ||= needsTexts
    if (terms.length > 0) this.#next()
    else if (!this.#asked) this.#endWhenIdle()
  }

  update (entries: readonly ListedEntry[]): void {
    this.#entries = entries
    // The worker drops deleted and changed entries all at once, by a restart.
    if (!this.#asked && this.#held.size > 2 * entries.length + MAX_ENTRIES) this.#end()
    this.#next()
  }

  isReady (entry: ListedEntry): boolean {
    return this.#terms.every(term => this.#answers.get(term)?.has(entry))
  }

  matches (term: string, entry: ListedEntry): boolean {
    return this.#answers.get(term)?.get(entry) ?? false
  }

  close (): void {
    this.#terms = []
    this.#stopReading()
    this.#end()
  }

  /** Sends the next batch if none is under way. */
  #next (): void {
    const state = this.#options.state.peek()
    if (this.#asked || this.#terms.length === 0 || state === 'too slow' || state === 'failed') return
    const batch = this.#read.length > 0 ? this.#streamedBatch() : this.#batch()
    if (batch.ask.length > 0) this.#put(batch)
    else if (this.#entries.some(entry => this.#mustBeStreamed(entry))) this.#readIn(PAUSE_MS)
    else this.#options.state.value = 'idle'
  }

  #put (batch: Batch): void {
    this.#asked = batch
    this.#options.state.value = 'running'
    if (this.#worker) this.#send(this.#worker, batch)
    else this.#start()
  }

  /** Whether the entry's long texts are neither on the page nor in the worker, and the entry has no result yet. */
  #mustBeStreamed (entry: ListedEntry): boolean {
    return this.#needsTexts && !isWhole(entry) && !this.#held.has(entry) && !this.isReady(entry)
  }

  #readIn (pauseMs: number): void {
    if (this.#isReading) return
    this.#isReading = true
    if (this.#options.state.peek() !== 'unread') this.#options.state.value = 'running'
    if (this.#streamed) return this.#readOn(this.#streamed)
    this.#readTimer = setTimeout(() => {
      const streamed = this.#entries.filter(entry => this.#mustBeStreamed(entry))
      this.#readOn(this.#streamed = new StreamedTexts(this.#options.wholes, streamed))
    }, pauseMs)
  }

  #readOn (streamed: StreamedTexts): void {
    streamed.next(MAX_CHARACTERS, MAX_ENTRIES).then(some => {
      if (streamed !== this.#streamed) return
      this.#isReading = false
      if (some.length === 0) this.#streamed = undefined
      this.#read = some
      this.#next()
    }, () => {
      if (streamed !== this.#streamed) return
      this.#stopReading()
      this.#options.state.value = 'unread'
      this.#options.onAnswers()
      this.#readIn(RETRY_MS)
    })
  }

  #streamedBatch (): Batch {
    const batch: Batch = { terms: [...this.#terms], fresh: [], streamed: [], ask: [] }
    this.#askedEntries = this.#read.map(([held]) => held)
    for (const [, read] of this.#read) {
      batch.ask.push(++this.#lastNumber)
      if (read) batch.streamed.push([this.#lastNumber, read])
    }
    this.#read = []
    return batch
  }

  #stopReading (): void {
    clearTimeout(this.#readTimer)
    this.#streamed?.close()
    this.#streamed = undefined
    this.#isReading = false
    this.#read = []
  }

  #batch (): Batch {
    const batch: Batch = { terms: [...this.#terms], fresh: [], streamed: [], ask: [] }
    this.#askedEntries = []
    let characters = 0
    for (let at = this.#entries.length - 1; at >= 0 && characters < MAX_CHARACTERS && batch.ask.length < MAX_ENTRIES; at--) {
      const entry = this.#entries[at]
      if (!entry || this.isReady(entry) || this.#mustBeStreamed(entry)) continue
      characters += lengthOf(entry, 'response') + lengthOf(entry, 'request') + entry.requestHeader.length + entry.responseHeader.length
      batch.ask.push(this.#numberOf(entry, batch))
      this.#askedEntries.push(entry)
    }
    return batch
  }

  #numberOf (entry: ListedEntry, batch: Batch): number {
    const held = this.#held.get(entry)
    if (held !== undefined) return held
    const number = ++this.#lastNumber
    this.#held.set(entry, number)
    if (!isWhole(entry)) this.#hasTexts = false
    batch.fresh.push([number, this.#hasStorage || !isWhole(entry) ? entry : { ...entry, storage: '' }])
    return number
  }

  // The first message of the worker says that its code is loaded. Then the batch is sent, and the time limit for its answer begins.
  #start (): void {
    try {
      this.#worker = this.#options.startWorker()
    } catch {
      return this.#fail('failed')
    }
    this.#worker.onerror = () => this.#fail('failed')
    this.#worker.onmessage = ({ data }) => {
      if (!this.#asked || !this.#worker) return
      if (data.found) this.#takeAnswers(this.#asked, data.found)
      else this.#send(this.#worker, this.#asked)
    }
  }

  #send (worker: WorkerLike, batch: Batch): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail('too slow'), ANSWER_MS)
    worker.postMessage(batch)
  }

  #takeAnswers ({ terms, ask }: Batch, found: number[][]): void {
    clearTimeout(this.#timer)
    this.#asked = undefined
    for (const [at, term] of terms.entries()) {
      const answers = this.#answers.get(term)
      const matching = new Set(found[at])
      for (const [n, entry] of this.#askedEntries.entries()) answers?.set(entry, matching.has(ask[n] ?? 0))
    }
    if (this.#terms.length === 0) return this.#endWhenIdle()
    this.#next()
    this.#options.onAnswers()
  }

  #fail (state: RegexState): void {
    const isOfOthers = this.#asked?.terms.join('\n') !== this.#terms.join('\n')
    this.#end()
    // The person has changed the filter meanwhile: the earlier terms were too slow, not the current ones.
    const isOver = isOfOthers && state === 'too slow'
    this.#options.state.value = isOver ? 'idle' : state
    if (isOver) this.#next()
    else this.#options.onAnswers()
  }

  #endWhenIdle (): void {
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
