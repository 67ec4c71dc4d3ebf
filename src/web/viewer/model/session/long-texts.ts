// The one way to the long texts of entries: from memory, or from the service once more. What reads them again is loaded when it is first
// wanted.
import { isWhole, wholeCopyOf, type Held } from '../../../../exchange/held.js'
import type { Entry } from '../../../../schema/entry.js'
import type { ReadingAgain, ReadingOptions } from './reading-again.js'

export interface LongTexts {
  /** A copy with its long texts; undefined where they were let go. */
  readonly atHand: (entry: Held) => Entry | undefined
  /** The same, read again where they were. Rejects with `Gone` where it was deleted meanwhile, else with a sentence. */
  readonly whole: (entry: Held) => Promise<Entry>
  /** One after the other; in order of arrival where many must be read again. `onGone`: it was deleted meanwhile, and is left out. */
  readonly wholes: (entries: readonly Held[], onGone?: (entry: Held) => void) => AsyncIterable<Entry>
  /** Which entries match a filter without expressions, by their ids, as the service has them. */
  readonly idsOf: (filter: string, signal: AbortSignal) => Promise<ReadonlySet<string>>
}

/** `onUse`: somebody wants the texts of this one. */
export function longTextsOf (onUse: (entry: Held) => void, options: ReadingOptions): LongTexts {
  let reading: ReadingAgain | undefined
  const read = async () => {
    const { ReadingAgain } = await import('./reading-again.js')
    reading ??= new ReadingAgain(options)
    return reading
  }
  const atHand = (entry: Held) => {
    onUse(entry)
    return isWhole(entry) ? wholeCopyOf(entry) : undefined
  }
  return {
    atHand,
    whole: async entry => atHand(entry) ?? await (await read()).whole(entry),
    wholes: async function * (entries, onGone) {
      // At once: a browser lets a page copy only for a moment after a click.
      if (entries.every(entry => isWhole(entry))) yield * entries.map(wholeCopyOf)
      else yield * (await read()).wholes(entries, onGone)
    },
    idsOf: async (filter, signal) => await (await read()).idsOf(filter, signal)
  }
}
