// Counts how many more entries a filter would find if its words were also searched in storage. It runs when the list has stopped changing.
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import type { FilterContext } from '../../../../filter/context.js'
import { longTextTerms } from '../../../../filter/long-texts.js'
import { matcher } from '../../../../filter/matcher.js'
import { parse } from '../../../../filter/parse.js'
import { any, withParts, type Query } from '../../../../filter/query.js'
import { hasRegex } from '../../../../filter/regex-terms.js'
import { Slices } from '../slices.js'
import type { IdsOf } from './asking.js'
import { Lookups } from './lookups.js'
import type { Filtering } from './filtering.js'
import { Sieve } from './sieve.js'

const PAUSE_MS = 500

export interface InStorageOptions {
  all: ReadonlySignal<readonly ListedEntry[]>
  query: ReadonlySignal<Query>
  shown: ReadonlySignal<readonly ListedEntry[]>
  idsOf: IdsOf
  /** The answers that the filter has got. */
  filtering: Pick<Filtering, 'knowsMessages' | 'inMessages'>
}

export class InStorage {
  /** The filter that finds these entries, too. */
  readonly wider: ReadonlySignal<Query | undefined>
  readonly more = signal(0)
  readonly #sieve = new Sieve()
  readonly #slices: Slices
  readonly #lookups: Lookups
  readonly #stops: (() => void)[]

  constructor ({ all, query, shown, idsOf, filtering }: InStorageOptions) {
    const lookups = this.#lookups = new Lookups({ idsOf, onAnswers: () => this.#look() })
    this.wider = computed(() => widened(query.value))
    this.#slices = new Slices(hasTime => this.#sieve.work(hasTime), isDone => {
      if (!isDone) return
      this.more.value = this.#sieve.matching().length
      lookups.update(this.#sieve.unknown())
    }, true)
    this.#stops = [
      effect(() => {
        this.more.value = 0
        const query = onlyStorage(this.wider.value)
        lookups.ask(query ? longTextTerms(query).filter(term => !hasRegex(parse(term))) : [])
        if (!query) return
        const context: FilterContext = {
          nowMs: Date.now(),
          regexMatches: () => false,
          lightMatches: (term, entry) => lookups.matches(term, entry),
          messageMatches: (term, entry) => filtering.inMessages(term, entry)
        }
        const isReady = (entry: ListedEntry) => lookups.isReady(entry) && filtering.knowsMessages(entry)
        this.#sieve.ask({ query, matches: matcher(query, context), isReady })
      }),
      effect(() => {
        const entries = all.value
        const found = shown.value
        // Nothing to search for: drop the entries, so that they are not kept in memory.
        if (!this.wider.value) return this.#sieve.update([])
        const timer = setTimeout(() => {
          const isFound = new Set(found)
          this.#look(entries.filter(entry => !isFound.has(entry)))
        }, PAUSE_MS)
        return () => clearTimeout(timer)
      })
    ]
  }

  close (): void {
    for (const stop of this.#stops) stop()
    this.#slices.close()
    this.#lookups.close()
  }

  #look (entries = this.#sieve.entries): void {
    this.#sieve.update(entries)
    if (!this.#slices.isRunning) this.#slices.run()
  }
}

// If the filter is only one word, the entries that did not match are searched only in their storage, not everywhere again.
function onlyStorage (wider: Query | undefined): Query | undefined {
  return wider?.type === 'any' && wider.of.length === 2
    ? wider.of.find(part => part.type === 'key' && part.key === 'storage') ?? wider
    : wider
}

/**
 * Extends a filter to search its words in storage, too. Undefined if it has no words, or if the extended filter would find nothing more.
 */
function widened (query: Query): Query | undefined {
  const wide = withStorage(query)
  return wide === query ? undefined : wide
}

function withStorage (query: Query): Query {
  switch (query.type) {
    case 'text': return query.value.type === 'regex'
      ? query
      : any([query, { type: 'key', key: 'storage', values: [{ ...query.value, type: 'quoted' }] }])
    case 'all': case 'any': return withParts(query, withStorage)
    default: return query
  }
}
