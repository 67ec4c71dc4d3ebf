// Which entries a query matches, kept while entries come and go and while somebody types. The one rule: an entry is tested once for a
// query. What changed is another object, and is tested alone; that the same object lost its long texts changes no answer.
import type { Held } from '../../../../exchange/held.js'
import { EVERYTHING, type Query } from '../../../../filter/query.js'
import { refine } from '../../../../filter/refine.js'
import type { Match } from '../../../../filter/context.js'

export interface Question {
  query: Query
  matches: Match
  /** False for an entry that cannot be tested yet: an expression has not been run on it. */
  isReady?: Match | undefined
  /** What was found of the question before says nothing: time went on, or marks changed. */
  afresh?: boolean | undefined
}

/** Of one question: what is known, and what was known of the question before that this one narrows or widens. */
interface Verdicts {
  question: Question
  known: WeakMap<Held, boolean>
  before: { verdicts: Verdicts, holds: boolean } | undefined
}

/** How often the clock is asked: each look takes as long as a cheap test. */
const LOOK_EVERY = 16

export class Sieve {
  #verdicts = verdictsOf({ query: EVERYTHING, matches: () => true })
  #entries: readonly Held[] = []
  /** Entries from here on, which are the newest, are tested. */
  #from = 0

  get entries (): readonly Held[] { return this.#entries }

  /** Whether every entry that can be tested is. */
  get isDone (): boolean { return this.#from === 0 }

  ask (question: Question): void {
    const before = question.afresh ? undefined : passedOn(this.#verdicts, question)
    this.#verdicts = { ...verdictsOf(question), before }
    this.#restart()
  }

  /** Also to be called where entries became ready: those that are known are not tested again. */
  update (entries: readonly Held[]): void {
    this.#entries = entries
    this.#restart()
  }

  /** What was found of these holds no longer: what is known of them beside themselves has changed. */
  forget (entries: readonly Held[]): void {
    for (let verdicts: Verdicts | undefined = this.#verdicts; verdicts; verdicts = verdicts.before?.verdicts) {
      for (const entry of entries) verdicts.known.delete(entry)
    }
    this.#restart()
  }

  /** Tests the newest first, as long as `hasTime`. True where it is done. */
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

  /** Those that are known to match, in the order of the entries; the array of the entries itself where that is all of them. */
  matching (): readonly Held[] {
    if (this.#isEverything()) return this.#entries
    return this.#entries.filter(entry => this.verdictOf(entry) === true)
  }

  /** Undefined where it was not tested yet. */
  verdictOf (entry: Held): boolean | undefined {
    if (this.#isEverything()) return true
    const own = this.#verdicts.known.get(entry)
    if (own !== undefined) return own
    const inherited = inheritedOf(this.#verdicts, entry)
    // It must not go with the question before.
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

/** A narrower question matches nothing that did not match before; a wider one, all that did. */
function passedOn (verdicts: Verdicts, { query }: Question): Verdicts['before'] {
  const before = verdicts.question.query
  if (refine(before, query)) return { verdicts, holds: false }
  return refine(query, before) ? { verdicts, holds: true } : undefined
}

/** A chain: somebody types faster than entries are tested. */
function inheritedOf ({ before }: Verdicts, entry: Held): boolean | undefined {
  if (!before) return undefined
  const verdict = before.verdicts.known.get(entry) ?? inheritedOf(before.verdicts, entry)
  return verdict === before.holds ? verdict : undefined
}
