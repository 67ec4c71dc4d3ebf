// Finds the entries that match a query, and keeps the result while entries come and go and while the person types. The rule: each entry is
// tested once per query. A changed entry is a new object and is tested alone; an object that loses its long texts keeps its result.
import type { Held } from '../../../../exchange/held.js'
import { EVERYTHING, type Query } from '../../../../filter/query.js'
import { refine } from '../../../../filter/refine.js'
import type { Match } from '../../../../filter/context.js'

export interface Question {
  query: Query
  matches: Match
  /** False for an entry that cannot be tested yet: a regular expression has not been run on it. */
  isReady?: Match | undefined
  /** The results of the previous query are invalid: time has passed, or marks have changed. */
  afresh?: boolean | undefined
}

/** The results of one query, and those of the previous query if the new one narrows or widens it. */
interface Verdicts {
  question: Question
  known: WeakMap<Held, boolean>
  before: { verdicts: Verdicts, holds: boolean } | undefined
}

/** The clock is read once per this many tests: reading it takes as long as a cheap test. */
const LOOK_EVERY = 16

export class Sieve {
  #verdicts = verdictsOf({ query: EVERYTHING, matches: () => true })
  #entries: readonly Held[] = []
  /** Entries from this index on, the newest, have been tested. */
  #from = 0

  get entries (): readonly Held[] { return this.#entries }

  /** Whether every entry that can be tested has been tested. */
  get isDone (): boolean { return this.#from === 0 }

  ask (question: Question): void {
    const before = question.afresh ? undefined : passedOn(this.#verdicts, question)
    this.#verdicts = { ...verdictsOf(question), before }
    this.#restart()
  }

  /** Call it also when entries have become ready: entries with a result are not tested again. */
  update (entries: readonly Held[]): void {
    this.#entries = entries
    this.#restart()
  }

  /** Drops the results for these entries: facts that are not part of an entry, such as repeats, have changed. */
  forget (entries: readonly Held[]): void {
    for (let verdicts: Verdicts | undefined = this.#verdicts; verdicts; verdicts = verdicts.before?.verdicts) {
      for (const entry of entries) verdicts.known.delete(entry)
    }
    this.#restart()
  }

  /** Tests the newest first, while `hasTime` is true. Returns true if it is done. */
  work (hasTime: () => boolean): boolean {
    const { matches, isReady } = this.#verdicts.question
    let tested = 0
    while (this.#from > 0) {
      const entry = this.#entries[--this.#from]
      if (!entry || this.verdictOf(entry) !== undefined || isReady?.(entry) === false) continue
      this.#verdicts.known.set(entry, matches(entry))
      if (++tested % LOOK_EVERY === 0 && !hasTime()) return this.isDone
    }
    this.#verdicts.before = undefined
    return true
  }

  /** The entries known to match, in the given order; the array of the entries itself if the query matches everything. */
  matching (): readonly Held[] {
    if (this.#isEverything()) return this.#entries
    return this.#entries.filter(entry => this.verdictOf(entry) === true)
  }

  /** Undefined if it was not tested yet. */
  verdictOf (entry: Held): boolean | undefined {
    if (this.#isEverything()) return true
    const own = this.#verdicts.known.get(entry)
    if (own !== undefined) return own
    const inherited = inheritedOf(this.#verdicts, entry)
    // Copied, so that it is not lost with the previous query.
    if (inherited !== undefined) this.#verdicts.known.set(entry, inherited)
    return inherited
  }

  #restart (): void {
    this.#from = this.#isEverything() ? 0 : this.#entries.length
  }

  #isEverything (): boolean {
    const { query } = this.#verdicts.question
    return query.type === 'all' && query.of.length === 0
  }
}

function verdictsOf (question: Question): Verdicts {
  return { question, known: new WeakMap(), before: undefined }
}

/** A narrower query matches nothing that did not match before; a wider one matches everything that did. */
function passedOn (verdicts: Verdicts, { query }: Question): Verdicts['before'] {
  const before = verdicts.question.query
  if (refine(before, query)) return { verdicts, holds: false }
  return refine(query, before) ? { verdicts, holds: true } : undefined
}

/** If the person types faster than entries are tested, the earlier queries form a chain. */
function inheritedOf ({ before }: Verdicts, entry: Held): boolean | undefined {
  if (!before) return undefined
  const verdict = before.verdicts.known.get(entry) ?? inheritedOf(before.verdicts, entry)
  return verdict === before.holds ? verdict : undefined
}
