// The only way to read the long texts of entries: from memory, or again from the service. The code that reads them again is loaded on first
// use.
import { isWhole, wholeCopyOf, type ListedEntry } from '../../../../exchange/held.js'
import type { Entry } from '../../../../schema/entry.js'
import type { ReadingAgain, ReadingOptions } from './reading-again.js'

export interface LongTexts {
  /** A copy with its long texts; undefined if they were dropped. */
  readonly atHand: (entry: ListedEntry) => Entry | undefined
  /** The same, but dropped texts are read again. Rejects with `Gone` if the entry was deleted meanwhile, otherwise with a sentence. */
  readonly whole: (entry: ListedEntry) => Promise<Entry>
  /** One after the other; in order of arrival if many must be read again. `onGone`: the entry was deleted meanwhile, and is skipped. */
  readonly wholes: (entries: readonly ListedEntry[], onGone?: (entry: ListedEntry) => void) => AsyncIterable<Entry>
  /** The ids of the entries that match a filter without regular expressions, as the service finds them. */
  readonly idsOf: (filter: string, signal: AbortSignal) => Promise<ReadonlySet<string>>
}

/** `onUse`: called when the texts of an entry are used. */
export function longTextsOf (onUse: (entry: ListedEntry) => void, options: ReadingOptions): LongTexts {
  let reading: ReadingAgain | undefined
  const read = async () => {
    const { ReadingAgain } = await import('./reading-again.js')
    reading ??= new ReadingAgain(options)
    return reading
  }
  const atHand = (entry: ListedEntry) => {
    onUse(entry)
    return isWhole(entry) ? wholeCopyOf(entry) : undefined
  }
  return {
    atHand,
    whole: async entry => atHand(entry) ?? await (await read()).whole(entry),
    wholes: async function * (entries, onGone) {
      // No import if all texts are in memory: a browser allows a page to copy only for a moment after a click.
      if (entries.every(entry => isWhole(entry))) yield * entries.map(wholeCopyOf)
      else yield * (await read()).wholes(entries, onGone)
    },
    idsOf: async (filter, signal) => await (await read()).idsOf(filter, signal)
  }
}
