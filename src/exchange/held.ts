// An entry whose long texts may be dropped to save memory; the facts about them stay. The texts are dropped from the object itself, not
// from a copy, so that facts cached for this object stay valid. Such an entry has the type `ListedEntry`; the type `Entry` is only for
// entries that stay whole.
import type { Entry, FullEntry } from '../schema/entry.js'
import type { GraphqlOperation } from './graphql-operations.js'
import type { Kind } from './kind.js'
import type { Reply } from './reply.js'

/** `originalResponse` is dropped with them, but nothing is computed from it: only its entry's details show it. */
export const LONG_TEXTS = ['request', 'response', 'pageParams', 'storage'] as const
export type LongText = typeof LONG_TEXTS[number]

/** The facts about the long texts that rows, tables and filters need after the texts were dropped. */
export interface KeptFacts {
  /** In characters. */
  lengths: Readonly<Record<LongText, number>>
  /** The fingerprint of the request's body: equal bodies have equal ones. */
  fingerprint: number
  operation: GraphqlOperation | undefined
  reply: Reply | undefined
  kind: Kind
  /** The response's body. */
  body: { mediaType: string, size: number }
}

export type WholeEntry = FullEntry & { keptFacts?: undefined }
/** Without its long texts. */
export type LightEntry = Omit<FullEntry, Dropped> & { [Name in Dropped]?: undefined } & { keptFacts: KeptFacts }
type Dropped = LongText | 'originalResponse'
/** An entry of a list: whole, until its texts are dropped. */
export type ListedEntry = WholeEntry | LightEntry

/**
 * True only for the moment: the same object may lose its texts whenever other code runs, although the compiler still treats it as
 * whole. Check again after an `await`; to keep the texts, call `wholeCopyOf` before it.
 */
export function isWhole (entry: ListedEntry): entry is WholeEntry {
  return entry.keptFacts === undefined
}

/** For callers that need a whole entry. Throws if the text was dropped: an empty text in its place would be a silent error. */
export function longTextOf (entry: ListedEntry, name: LongText): string {
  if (isWhole(entry)) return entry[name]
  throw new Error(`The ${name} of this entry is no longer in memory: read the whole entry first`)
}

/** In characters. */
export function lengthOf (entry: ListedEntry, name: LongText): number {
  return isWhole(entry) ? entry[name].length : entry.keptFacts.lengths[name]
}

/** A copy that stays whole even if the entry loses its texts. */
export function wholeCopyOf (entry: WholeEntry): Entry {
  const { keptFacts: _, ...copy } = entry
  return copy
}
