// Asks the service for the matches that a filter cannot find in the page: matches in dropped long texts, and matches in messages. Loaded
// when it is needed for the first time.
import { computed } from '@preact/signals'
import type { ListedEntry, LightEntry } from '../../../../exchange/held.js'
import type { IdsOf, LookupState } from './asking.js'
import { Lookups } from './lookups.js'
import { MessageLookups } from './message-lookups.js'

export interface ServiceLookupsOptions {
  idsOf: IdsOf
  /** `changed`: the ids of entries whose earlier answers are no longer valid. */
  onAnswers: (changed: ReadonlySet<string>) => void
}

export class ServiceLookups {
  readonly state = computed((): LookupState => {
    const states = [this.#texts.state.value, this.#messages.state.value]
    return states.find(state => state === 'failed') ?? states.find(state => state === 'looking') ?? 'idle'
  })

  readonly #texts: Lookups
  readonly #messages: MessageLookups

  constructor ({ idsOf, onAnswers }: ServiceLookupsOptions) {
    this.#texts = new Lookups({ idsOf, onAnswers: () => onAnswers(new Set()) })
    this.#messages = new MessageLookups({ idsOf, onAnswers })
  }

  /** Sets the terms of the filter, as `longTextTerms` and `messageTerms` list them. */
  ask (inTexts: readonly string[], inMessages: readonly string[]): void {
    this.#texts.ask(inTexts)
    this.#messages.ask(inMessages)
  }

  /** `unknown`: those for which the page does not know whether they match. */
  update (entries: readonly ListedEntry[], unknown: readonly ListedEntry[]): void {
    this.#texts.update(unknown)
    this.#messages.update(entries)
  }

  isReady (entry: ListedEntry): boolean {
    return this.#texts.isReady(entry) && this.#messages.isReady(entry)
  }

  knowsMessages (entry: ListedEntry): boolean {
    return this.#messages.isReady(entry)
  }

  inTexts (term: string, entry: LightEntry): boolean {
    return this.#texts.matches(term, entry)
  }

  inMessages (term: string, entry: ListedEntry): boolean {
    return this.#messages.matches(term, entry)
  }

  close (): void {
    this.#texts.close()
    this.#messages.close()
  }
}
