// Counts how many recorded requests the filter of a rule would have matched, to show this while a person writes the filter.
import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import { addressOf } from '../../../../exchange/address.js'
import { isWhole, type ListedEntry } from '../../../../exchange/held.js'
import { readHeaders } from '../../../../exchange/headers.js'
import { StartingEntry } from '../../../../rules/starting-request.js'
import { compileMatch, doneMatching } from '../../../../rules/match.js'
import { matchFaultIn, type MatchFault } from '../../../../rules/match-fault.js'
import { Slices } from '../slices.js'

export interface Trial {
  /** Why a rule cannot have this filter. */
  fault: MatchFault | undefined
  matched: number
  /** How many requests were looked at. */
  of: number
  /** How many requests could not be judged: their bodies were dropped from memory, and are not read again for this. */
  unknown: number
}

export class Trials {
  readonly #state = signal<Trial>({ fault: undefined, matched: 0, of: 0, unknown: 0 })
  readonly #stop: () => void
  #slices: Slices | undefined

  constructor (match: ReadonlySignal<string>, entries: ReadonlySignal<readonly ListedEntry[]>) {
    this.#stop = effect(() => {
      const [text, list] = [match.value, entries.value]
      untracked(() => this.#begin(text, list))
    })
  }

  get state (): ReadonlySignal<Trial> { return this.#state }

  close (): void {
    this.#stop()
    this.#slices?.close()
  }

  #begin (text: string, entries: readonly ListedEntry[]): void {
    this.#slices?.close()
    const fault = matchFaultIn(text)
    if (fault !== undefined) {
      this.#state.value = { fault, matched: 0, of: 0, unknown: 0 }
      return
    }
    const compiled = compileMatch(text)
    let [at, matched, unknown] = [0, 0, 0]
    this.#slices = new Slices(hasTime => {
      for (; at < entries.length && hasTime(); at++) {
        const entry = entries[at]
        const holds = entry && compiled.matches(new StartingEntry(startingRequestOf(entry)))
        if (holds) matched++
        else if (holds === undefined) unknown++
      }
      doneMatching()
      return at >= entries.length
    }, isDone => { if (isDone) this.#state.value = { fault: undefined, matched, of: entries.length, unknown } })
    this.#slices.run()
  }
}

/** The request of an entry, as it was when it started. */
function startingRequestOf (entry: ListedEntry): ConstructorParameters<typeof StartingEntry>[0] {
  return {
    method: entry.method,
    url: addressOf(entry).href ?? entry.api,
    headers: readHeaders(entry.requestHeader).fields.map(({ name, value }) => [name, value] as const),
    body: isWhole(entry) ? entry.request : undefined,
    via: entry.via,
    source: entry.source
  }
}
