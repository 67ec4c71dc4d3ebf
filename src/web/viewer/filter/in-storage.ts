// How many more a filter would find if its words were sought in storage too. Looked for when the list stands still.
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import { matcher } from '../../../filter/matcher.js'
import type { Query } from '../../../filter/query.js'
import type { Held } from '../../../exchange/held.js'
import { Sieve } from './sieve.js'
import { Slices } from './slices.js'
import { widened } from './widened.js'

const PAUSE_MS = 500

export class InStorage {
  /** The filter that finds them too. */
  readonly wider: ReadonlySignal<Query | undefined>
  readonly more = signal(0)
  readonly #sieve = new Sieve()
  readonly #slices: Slices
  readonly #stops: (() => void)[]

  constructor (all: ReadonlySignal<readonly Held[]>, query: ReadonlySignal<Query>, shown: ReadonlySignal<readonly Held[]>) {
    this.wider = computed(() => widened(query.value))
    this.#slices = new Slices(hasTime => this.#sieve.work(hasTime), isDone => {
      if (isDone) this.more.value = this.#sieve.matching().length
    }, true)
    this.#stops = [
      effect(() => {
        this.more.value = 0
        const query = onlyStorage(this.wider.value)
        if (query) this.#sieve.ask({ query, matches: matcher(query, { nowMs: Date.now(), regexMatches: () => false }) })
      }),
      effect(() => {
        const entries = all.value
        const found = shown.value
        if (!this.wider.value) return
        const timer = setTimeout(() => {
          const isFound = new Set(found)
          this.#sieve.update(entries.filter(entry => !isFound.has(entry)))
          if (!this.#slices.isRunning) this.#slices.run()
        }, PAUSE_MS)
        return () => clearTimeout(timer)
      })
    ]
  }

  close (): void {
    for (const stop of this.#stops) stop()
    this.#slices.close()
  }
}

// The texts of what was not found need not be read again where all that was sought is one word.
function onlyStorage (wider: Query | undefined): Query | undefined {
  return wider?.type === 'any' && wider.of.length === 2 ? wider.of.find(part => part.type === 'key' && part.key === 'storage') ?? wider : wider
}
