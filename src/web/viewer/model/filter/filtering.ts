// Finds the session's entries that match the text of the filter: first by the typed terms, then by the chips. It starts immediately,
// without waiting for a pause in typing, and works in slices too short to be noticed.
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import { isWhole, type ListedEntry } from '../../../../exchange/held.js'
import type { FilterContext } from '../../../../filter/context.js'
import { matcher } from '../../../../filter/matcher.js'
import { parse } from '../../../../filter/parse.js'
import type { Query } from '../../../../filter/query.js'
import { longTextTerms } from '../../../../filter/long-texts.js'
import { messageTerms } from '../../../../filter/message-terms.js'
import { regexTerms } from '../../../../filter/regex-terms.js'
import { dependsOnSession } from '../../../../filter/session-dependence.js'
import { dependsOnTime } from '../../../../filter/time-dependence.js'
import { pressedIn } from './chip-terms.js'
import type { IdsOf, LookupState } from './asking.js'
import type { ServiceLookups } from './service-lookups.js'
import { Pace } from './pace.js'
import type { Wholes } from './streamed-texts.js'
import type { RegexState, Regexes, WorkerLike } from './regexes.js'
import { Sieve } from './sieve.js'
import { Slices } from '../slices.js'

export interface FilteringOptions {
  entries: ReadonlySignal<readonly ListedEntry[]>
  text: ReadonlySignal<string>
  /** The data besides the entries that a query is matched against; if it changes, everything is matched again. */
  context: ReadonlySignal<KnownFacts>
  startWorker: () => WorkerLike
  /** For entries whose long texts were dropped, and for messages. */
  sources: { idsOf: IdsOf, wholes: Wholes }
  /** Whether the newest entries are in view, in order of arrival: then they are shown before the others are tested. */
  showsNewest?: () => boolean
}

/** Facts about entries that are not part of them. */
type KnownFacts = Pick<FilterContext, 'codes' | 'isDuplicate' | 'isNPlusOne'>

/** How often a filter that depends on the current time is applied again. */
const TIMED_MS = 2000
/** The pause before code that could not be loaded is loaded again. */
const RETRY_MS = 5000

export class Filtering {
  readonly query: ReadonlySignal<Query>
  /** In order of arrival. */
  readonly entries = signal<readonly ListedEntry[]>([])
  /** Whether `entries` are all that match. */
  readonly isWhole = signal(true)
  readonly regexState = signal<RegexState>('idle')
  /** The state of the lookups in the service. */
  readonly lookupState = computed((): LookupState => {
    const serviceLookups = this.#serviceLookups.value
    return typeof serviceLookups === 'object' ? serviceLookups.state.value : serviceLookups ?? 'idle'
  })

  readonly #words = new Sieve()
  readonly #chips = new Sieve(this.#words)
  readonly #slices: Slices
  readonly #pace: Pace
  readonly #stops: (() => void)[]
  readonly #options: FilteringOptions
  /** Loaded with the first regular expression. */
  #regexes: Regexes | undefined
  #isLoading = false
  #expressions: { terms: readonly string[], needsTexts: boolean } = { terms: [], needsTexts: false }
  /** Loaded when it is needed for the first time; `failed`: it could not be loaded. */
  readonly #serviceLookups = signal<ServiceLookups | 'looking' | 'failed' | undefined>(undefined)
  #inTexts: readonly string[] = []
  #inMessages: readonly string[] = []

  constructor (options: FilteringOptions) {
    this.#options = options
    const { entries, text, context } = options
    this.#pace = new Pace(options.showsNewest)
    this.query = computed(() => parse(text.value))
    this.#slices = new Slices(hasTime => this.#work(hasTime), isDone => this.#publish(isDone))
    const ask = (query: Query, given: KnownFacts, afresh: boolean) => {
      this.#ask(query, {
        ...given,
        nowMs: Date.now(),
        regexMatches: (term, entry) => this.#regexes?.matches(term, entry) === true,
        lightMatches: (term, entry) => this.#lookups()?.inTexts(term, entry) === true,
        messageMatches: (term, entry) => this.inMessages(term, entry)
      }, afresh)
    }
    let before: unknown
    this.#stops = [
      // Entries that are already there are taken with the first query.
      effect(() => {
        const given = context.value
        this.#words.update(entries.peek())
        ask(this.query.value, given, before !== given)
        before = given
      }),
      effect(() => {
        if (!dependsOnTime(this.query.value)) return
        const timer = setInterval(() => ask(this.query.peek(), context.peek(), true), TIMED_MS)
        return () => clearInterval(timer)
      }),
      effect(() => this.#update(entries.value))
    ]
  }

  /** The entries that match the filter without its chips, as far as that is known. */
  withoutChips (): readonly ListedEntry[] {
    return this.#words.matching()
  }

  /** Whether it is known which terms match the messages of the entry. */
  knowsMessages (entry: ListedEntry): boolean {
    return !entry.messages || this.#inMessages.length === 0 || this.#lookups()?.knowsMessages(entry) === true
  }

  /** Implements `messageMatches` of a FilterContext. */
  inMessages (term: string, entry: ListedEntry): boolean {
    return this.#lookups()?.inMessages(term, entry) === true
  }

  /** Call it when these entries have become duplicates or part of a burst, or are so no longer. */
  repeatsChanged (entries: readonly ListedEntry[]): void {
    if (entries.length === 0 || !dependsOnSession(this.query.peek())) return
    this.#words.forget(entries)
    this.#resume()
  }

  close (): void {
    for (const stop of this.#stops) stop()
    this.#slices.close()
    this.#expressions = { terms: [], needsTexts: false }
    this.#regexes?.close()
    this.#inTexts = this.#inMessages = []
    this.#lookups()?.close()
  }

  #ask (query: Query, context: FilterContext, afresh: boolean): void {
    const { rest, chipTerms } = pressedIn(query)
    const [expressions, inTexts, inMessages] = [regexTerms(rest), longTextTerms(rest), messageTerms(rest)]
    this.#run(expressions, expressions.some(term => inTexts.includes(term)))
    this.#inTexts = inTexts.filter(term => !expressions.includes(term))
    this.#inMessages = inMessages
    this.#lookups()?.ask(this.#inTexts, inMessages)
    const isReady = expressions.length + inTexts.length + inMessages.length === 0
      ? undefined
      : (entry: ListedEntry) => this.#hasRun(entry) && this.#canJudge(entry)
    this.#words.ask({ query: rest, matches: matcher(rest, context), isReady, afresh })
    this.#chips.ask({ query: chipTerms, matches: matcher(chipTerms, context), afresh })
    this.#pace.begin()
    this.#slices.run()
  }

  #run (terms: readonly string[], needsTexts: boolean): void {
    this.#expressions = { terms, needsTexts }
    if (this.#regexes) this.#regexes.ask(terms, needsTexts)
    else if (terms.length > 0) this.#load()
    else if (!this.#isLoading) this.regexState.value = 'idle'
  }

  #load (): void {
    if (this.#isLoading) return
    this.#isLoading = true
    this.regexState.value = 'running'
    const { startWorker, sources: { wholes } } = this.#options
    import('./regexes.js').then(({ Regexes }) => {
      this.regexState.value = 'idle'
      this.#regexes = new Regexes({ state: this.regexState, startWorker, wholes, onAnswers: () => this.#resume() })
      this.#regexes.update(this.#words.entries)
      this.#run(this.#expressions.terms, this.#expressions.needsTexts)
    }, () => {
      this.#isLoading = false
      this.regexState.value = 'failed'
    }).then(() => this.#resume(), () => {})
  }

  #hasRun (entry: ListedEntry): boolean {
    return this.#expressions.terms.length === 0 || this.#regexes?.isReady(entry) === true
  }

  #update (entries: readonly ListedEntry[]): void {
    this.#regexes?.update(entries)
    // If the query changed at the same time, the entries were already updated with it.
    if (entries === this.#words.entries) return
    this.#words.update(entries)
    this.#resume()
  }

  #resume (): void {
    this.#words.update(this.#words.entries)
    if (!this.#slices.isRunning) this.#slices.run()
  }

  #lookups (): ServiceLookups | undefined {
    const serviceLookups = this.#serviceLookups.peek()
    return typeof serviceLookups === 'object' ? serviceLookups : undefined
  }

  /** Whether the entry can be judged: the filter needs nothing that the page lacks, or the service has been asked about it. */
  #canJudge (entry: ListedEntry): boolean {
    const lookups = this.#lookups()
    return lookups ? lookups.isReady(entry) : (isWhole(entry) || this.#inTexts.length === 0) && this.knowsMessages(entry)
  }

  #lookUp (): void {
    const { entries } = this.#words
    const lookups = this.#lookups()
    if (lookups) return lookups.update(entries, this.#words.unknown())
    const serviceLookups = this.#serviceLookups
    const isAsked = this.#inTexts.length + this.#inMessages.length > 0
    if (!isAsked || serviceLookups.peek() || entries.every(entry => this.#canJudge(entry))) return
    serviceLookups.value = 'looking'
    import('./service-lookups.js').then(({ ServiceLookups }) => {
      const lookups = serviceLookups.value = new ServiceLookups({
        idsOf: this.#options.sources.idsOf,
        onAnswers: changed => this.#answered(changed)
      })
      lookups.ask(this.#inTexts, this.#inMessages)
      this.#resume()
    }).catch(() => {
      serviceLookups.value = 'failed'
      setTimeout(() => {
        serviceLookups.value = undefined
        this.#resume()
      }, RETRY_MS)
    })
  }

  // Entries may have been replaced since the service was asked: those that are there now are tested again.
  #answered (changed: ReadonlySet<string>): void {
    this.#words.forget(this.#words.entries.filter(({ id }) => changed.has(id)))
    this.#resume()
  }

  #work (hasTime: () => boolean): boolean {
    if (!this.#words.work(hasTime)) return false
    this.#chips.update(this.#words.entries)
    return this.#chips.work(hasTime)
  }

  #publish (isDone: boolean): void {
    if (!isDone) {
      if (!this.#pace.isDue(this.#words)) return
      this.#chips.update(this.#words.entries)
      this.#chips.work(() => true)
      if (!this.#pace.isDue(this.#chips)) return
      this.#pace.shown()
    }
    if (isDone) this.#lookUp()
    this.isWhole.value = isDone && this.regexState.peek() === 'idle' && this.lookupState.peek() === 'idle'
    this.entries.value = this.#chips.matching()
  }
}
