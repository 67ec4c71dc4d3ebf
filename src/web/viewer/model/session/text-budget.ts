// Limits the characters of long texts in a tab. Above the limit, it drops the texts of the least recently used entries; the service still
// has them. The rule: only the long texts of an entry change, in place and without an event; all its other fields stay. So an entry
// can lose its texts during any `await`. Code that needs the texts calls `session.whole`, which returns a copy that keeps them.
import { LONG_TEXTS, isWhole, type ListedEntry, type LightEntry, type WholeEntry } from '../../../../exchange/held.js'
import { isPending } from '../../../../exchange/outcome.js'
import { keptFactsOf } from '../../../../filter/facts.js'
import type { Entry } from '../../../../schema/entry.js'

export interface TextBudgetOptions {
  /** In characters, for the texts and for all else that an entry takes. */
  most: number
  /** How many entries the session has, with or without their texts. */
  entries: () => number
  /** Whether the entry is being shown: its texts are then kept at any cost. */
  isInUse: (entry: ListedEntry) => boolean
  /** Called just before its texts are dropped. */
  onLettingGo?: ((entry: WholeEntry) => void) | undefined
}

/** The budget for each gigabyte of the device's memory: 4 to 8 MB, because a character takes one byte or two. */
const CHARACTERS_PER_GB = 4_000_000
/** Besides its long texts, an entry takes about a kilobyte. */
const CHARACTERS_PER_ENTRY = 500
/** The long texts may always use at least this fraction of the budget. */
const MIN_SHARE = 1 / 4
/** The memory of the device, if the browser does not report it. */
const ENOUGH_GB = 8
/** Dropping fewer characters than this would save nothing. */
const FEW = 500
/** At most this many entries are examined at once. */
const MAX_STEPS = 64

/** A phone has little memory. If the browser does not report it, enough memory is assumed. */
export function defaultBudget (navigator: object): number {
  const gigabytes = 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number' ? navigator.deviceMemory : ENOUGH_GB
  return gigabytes * CHARACTERS_PER_GB
}

export class TextBudget {
  readonly #options: TextBudgetOptions
  /** By id; the least recently used come first. */
  readonly #whole = new Map<string, { entry: WholeEntry, size: number }>()
  /**
   * Goes through #whole, the least recently used first. It is kept from call to call, because a new iterator would first have to pass the
   * places of all removed entries, and there may be thousands.
   */
  #oldest = this.#whole.entries()
  #characters = 0

  constructor (options: TextBudgetOptions) {
    this.#options = options
  }

  /** The length of all long texts in memory. */
  get characters (): number { return this.#characters }

  /** Replaces the entry that had the same id. */
  add (entry: ListedEntry): void {
    this.remove(entry.id)
    const size = isWhole(entry) ? sizeOf(entry) : 0
    if (!isWhole(entry) || size < FEW) return
    this.#whole.set(entry.id, { entry, size })
    this.#characters += size
    this.#dropOldest()
  }

  remove (id: string): void {
    this.#characters -= this.#whole.get(id)?.size ?? 0
    this.#whole.delete(id)
  }

  removeAll (isGone: (id: string) => boolean): void {
    for (const id of [...this.#whole.keys()].filter(isGone)) this.remove(id)
  }

  use ({ id }: ListedEntry): void {
    const held = this.#whole.get(id)
    if (held) this.#moveToEnd(id, held)
  }

  /** Puts back the texts that were read again. */
  fill (entry: LightEntry, { request, response, pageParams, storage, originalResponse }: Entry): void {
    const texts = { request, response, pageParams, storage, ...originalResponse !== undefined && { originalResponse } }
    const whole: WholeEntry = Object.assign(entry, { ...texts, keptFacts: undefined })
    this.add(whole)
  }

  // The newest entry keeps its texts, however long they are.
  #dropOldest (): void {
    const { most, entries } = this.#options
    const share = Math.max(most * MIN_SHARE, most - entries() * CHARACTERS_PER_ENTRY)
    for (let steps = 0; this.#characters > share && this.#whole.size > 1 && steps < MAX_STEPS; steps++) {
      const { value, done } = this.#oldest.next()
      if (done) {
        this.#oldest = this.#whole.entries()
        continue
      }
      const [id, held] = value
      if (isPending(held.entry) || this.#options.isInUse(held.entry)) this.#moveToEnd(id, held)
      else this.#dropTexts(held.entry)
    }
  }

  #moveToEnd (id: string, held: { entry: WholeEntry, size: number }): void {
    this.#whole.delete(id)
    this.#whole.set(id, held)
  }

  #dropTexts (entry: WholeEntry): void {
    this.#options.onLettingGo?.(entry)
    const keptFacts = keptFactsOf(entry)
    this.remove(entry.id)
    const dropped = { request: undefined, response: undefined, pageParams: undefined, storage: undefined }
    Object.assign(entry, {
      keptFacts, ...dropped, ...entry.originalResponse !== undefined && { originalResponse: undefined }
    } satisfies Partial<LightEntry>)
  }
}

function sizeOf (entry: WholeEntry): number {
  return LONG_TEXTS.reduce((size, name) => size + entry[name].length, entry.originalResponse?.length ?? 0)
}
