// How many characters of long texts a tab holds. Over it, those of the entries that were not used for longest are let go; the service has
// them. The one rule: what an entry says stays; only where its long texts are changes, in place, and nobody is told. So no `WholeEntry` is
// kept across an `await` but here: whoever needs the texts asks `session.whole`, which hands out copies.
import { LONG_TEXTS, isWhole, type Held, type LightEntry, type WholeEntry } from '../../../../exchange/held.js'
import { isPending } from '../../../../exchange/outcome.js'
import { letGoOf } from '../../../../filter/facts.js'
import type { Entry } from '../../../../schema/entry.js'

export interface TextBudgetOptions {
  /** In characters. */
  most: number
  /** Somebody looks at it: it is kept whatever it costs. */
  isInUse: (entry: Held) => boolean
  /** The last moment at which its texts are there. */
  onLettingGo?: ((entry: WholeEntry) => void) | undefined
}

/** A character takes one byte or two. */
const CHARACTERS_PER_GB = 4_000_000
const ENOUGH_GB = 8
/** To let fewer characters go would save nothing. */
const FEW = 500
/** So many that are in use are stepped over at once. */
const MOST_STEPS = 64

/** A phone has little. Where the browser does not say how much memory there is, there is enough. */
export function defaultBudget (navigator: object): number {
  const gigabytes = 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number' ? navigator.deviceMemory : ENOUGH_GB
  return gigabytes * CHARACTERS_PER_GB
}

export class TextBudget {
  readonly #options: TextBudgetOptions
  /** By id; those that were not used for longest come first. */
  readonly #whole = new Map<string, { entry: WholeEntry, size: number }>()
  #characters = 0

  constructor (options: TextBudgetOptions) {
    this.#options = options
  }

  /** The length of the long texts that are held. */
  get characters (): number { return this.#characters }

  /** In place of what had its id before. */
  add (entry: Held): void {
    this.remove(entry.id)
    const size = isWhole(entry) ? sizeOf(entry) : 0
    if (!isWhole(entry) || size < FEW) return
    this.#whole.set(entry.id, { entry, size })
    this.#characters += size
    this.#spare()
  }

  remove (id: string): void {
    this.#characters -= this.#whole.get(id)?.size ?? 0
    this.#whole.delete(id)
  }

  removeAll (isGone: (id: string) => boolean): void {
    for (const id of [...this.#whole.keys()].filter(isGone)) this.remove(id)
  }

  use ({ id }: Held): void {
    const held = this.#whole.get(id)
    if (held) this.#moveToEnd(id, held)
  }

  /** Its texts have come again. */
  fill (entry: LightEntry, { request, response, pageParams, storage }: Entry): void {
    const whole: WholeEntry = Object.assign(entry, { request, response, pageParams, storage, letGo: undefined })
    this.add(whole)
  }

  // The newest stays, however long it is.
  #spare (): void {
    for (let steps = 0; this.#characters > this.#options.most && this.#whole.size > 1 && steps < MOST_STEPS; steps++) {
      const [id, held] = this.#whole.entries().next().value ?? []
      if (id === undefined || !held) return
      if (isPending(held.entry) || this.#options.isInUse(held.entry)) this.#moveToEnd(id, held)
      else this.#letGo(held.entry)
    }
  }

  #moveToEnd (id: string, held: { entry: WholeEntry, size: number }): void {
    this.#whole.delete(id)
    this.#whole.set(id, held)
  }

  #letGo (entry: WholeEntry): void {
    this.#options.onLettingGo?.(entry)
    const letGo = letGoOf(entry)
    this.remove(entry.id)
    Object.assign(
      entry, { letGo, request: undefined, response: undefined, pageParams: undefined, storage: undefined } satisfies Partial<LightEntry>
    )
  }
}

function sizeOf (entry: WholeEntry): number {
  return LONG_TEXTS.reduce((size, name) => size + entry[name].length, 0)
}
