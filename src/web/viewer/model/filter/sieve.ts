// Finds the entries that match a query, and keeps the results while entries come and go and while the person types. The rule: each entry is
// tested once per query. If an entry changes, only its new object is tested; an object that loses its long texts keeps its result.
// Each result is one byte at the index of its entry, so that a key press allocates no objects per entry, even with a hundred thousand
// entries.
import type { ListedEntry } from '../../../../exchange/held.js'
import { EVERYTHING, type Query } from '../../../../filter/query.js'
import { isNarrower } from '../../../../filter/narrower.js'
import type { Match } from '../../../../filter/context.js'
import { entryDifference } from '../difference.js'

export interface Question {
  query: Query
  matches: Match
  /** False for an entry that cannot be tested yet: a regular expression has not run on it, or the service has not answered. */
  isReady?: Match | undefined
  /** The results of the previous query are invalid: time has passed, or marks have changed. */
  afresh?: boolean | undefined
}

/** The results of tests; UNKNOWN: not tested yet. */
const [UNKNOWN, FAILS, MATCHES] = [0, 1, 2]

/** The clock is read once per this many tests: reading it takes as long as a cheap test. */
const CLOCK_EVERY = 16

export class Sieve {
  #question: Question = { query: EVERYTHING, matches: () => true }
  #entries: readonly ListedEntry[] = []
  /** By the index of the entry. If the query matches everything, they are not looked at. */
  #results: Uint8Array = new Uint8Array()
  /** Entries from this index on, the newest, have been tested. */
  #from = 0
  readonly #earlier: Sieve | undefined

  /** `earlier`: what this one does not let through is neither tested nor found. It has to get the same entries, and to work first. */
  constructor (earlier?: Sieve) {
    this.#earlier = earlier
  }

  get entries (): readonly ListedEntry[] { return this.#entries }

  ask (question: Question): void {
    const results = question.afresh ? undefined : inherited(this.#results, this.#question, question)
    this.#results = results ?? new Uint8Array(this.#entries.length)
    this.#question = question
    this.#restart()
  }

  /** Call it also when entries have become ready: entries with a result are not tested again. */
  update (entries: readonly ListedEntry[]): void {
    if (entries !== this.#entries) {
      this.#results = this.#isEverything() ? new Uint8Array(entries.length) : moved(this.#results, this.#entries, entries)
    }
    this.#entries = entries
    this.#restart()
  }

  /** Drops the results for these entries: facts that are not part of an entry, such as repeats, have changed. */
  forget (entries: readonly ListedEntry[]): void {
    const forgotten = new Set(entries)
    this.#entries.forEach((entry, at) => { if (forgotten.has(entry)) this.#results[at] = UNKNOWN })
    this.#restart()
  }

  /** Tests the newest first, while `hasTime` is true. Returns true if every entry that can be tested has been tested. */
  work (hasTime: () => boolean): boolean {
    const { matches, isReady } = this.#question
    let tested = 0
    while (this.#from > 0) {
      const entry = this.#entries[--this.#from]
      if (!entry || this.#results[this.#from] !== UNKNOWN || !this.#isReached(this.#from)) continue
      if (isReady?.(entry) !== false) this.#results[this.#from] = matches(entry) ? MATCHES : FAILS
      if (++tested % CLOCK_EVERY === 0 && !hasTime()) break
    }
    return this.#from === 0
  }

  /** The entries known to match, in the given order; the array of the entries itself if the query matches everything. */
  matching (): readonly ListedEntry[] {
    if (this.#isEverything()) return this.#earlier?.matching() ?? this.#entries
    const [entries, results, matching] = [this.#entries, this.#results, [] as ListedEntry[]]
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at]
      if (entry && results[at] === MATCHES && this.#isReached(at)) matching.push(entry)
    }
    return matching
  }

  /** Whether all entries among the newest `count` matching ones are known: then they are right, whatever is found among the older ones. */
  hasNewest (count: number): boolean {
    if (this.#isEverything()) return this.#earlier?.hasNewest(count) ?? true
    let found = 0
    for (let at = this.#entries.length - 1; at >= this.#from; at--) {
      const isReached = this.#earlier ? this.#earlier.resultAt(at) : true
      if (isReached === undefined || (isReached && this.#results[at] === UNKNOWN)) return false
      if (isReached && this.#results[at] === MATCHES && ++found === count) return true
    }
    return this.#from === 0
  }

  /** The entries without a result: those that have not been tested yet, or cannot be. */
  unknown (): readonly ListedEntry[] {
    return this.#isEverything() ? [] : this.#entries.filter((_, at) => this.#results[at] === UNKNOWN)
  }

  /** Undefined if it was not tested yet. */
  resultAt (index: number): boolean | undefined {
    if (this.#isEverything()) return true
    const result = this.#results[index]
    return result === UNKNOWN ? undefined : result === MATCHES
  }

  #isReached (index: number): boolean {
    return this.#earlier === undefined || this.#earlier.resultAt(index) === true
  }

  #restart (): void {
    this.#from = this.#isEverything() ? 0 : this.#entries.length
  }

  #isEverything (): boolean {
    const { query } = this.#question
    return query.type === 'all' && query.of.length === 0
  }
}

/** A narrower query matches nothing that did not match before; a wider one matches everything that did. */
function inherited (results: Uint8Array, { query: before }: Question, { query }: Question): Uint8Array | undefined {
  const kept = isNarrower(query, before) ? FAILS : isNarrower(before, query) ? MATCHES : undefined
  return kept === undefined ? undefined : results.map(result => result === kept ? kept : UNKNOWN)
}

/** The results of the entries that stayed, at the indexes that they have now. */
function moved (results: Uint8Array, before: readonly ListedEntry[], after: readonly ListedEntry[]): Uint8Array {
  const [{ come, gone }, now] = [entryDifference(before, after), new Uint8Array(after.length)]
  let [from, came, went] = [0, 0, 0]
  after.forEach((entry, to) => {
    if (entry === come[came]) {
      came++
      return
    }
    while (from < before.length && before[from] === gone[went]) [from, went] = [from + 1, went + 1]
    if (before[from] === entry) now[to] = results[from] ?? UNKNOWN
    from++
  })
  return now
}
