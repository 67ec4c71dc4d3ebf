// An entry as somebody holds it who cannot keep every text of every entry: the long ones may be let go, and what is known of them stays.
// The one rule: it remains the same object, so that what others know of it stays true; an `Entry` is whole, and whoever was given one may
// rely on that.
import type { Entry } from '../schema/entry.js'
import type { Operation } from './graphql-operations.js'
import type { Kind } from './kind.js'
import type { Reply } from './reply.js'

export const LONG_TEXTS = ['request', 'response', 'pageParams', 'storage'] as const
export type LongText = typeof LONG_TEXTS[number]

/** What rows, tables and filters say of the long texts, without them. */
export interface LetGo {
  /** In characters. */
  lengths: Readonly<Record<LongText, number>>
  /** The fingerprint of the request's body: equal bodies have equal ones. */
  fingerprint: number
  operation: Operation | undefined
  reply: Reply | undefined
  kind: Kind
  /** The response's body. */
  body: { mediaType: string, size: number }
}

export type WholeEntry = Entry & { letGo?: undefined }
export type LightEntry = Omit<Entry, LongText> & { [Name in LongText]?: undefined } & { letGo: LetGo }
export type Held = WholeEntry | LightEntry

/**
 * True for the moment: the same object may lose its texts whenever something else runs, though the compiler goes on to take it for
 * whole. Behind an `await` ask again; to keep the texts, take `wholeCopyOf` before.
 */
export function isWhole (entry: Held): entry is WholeEntry {
  return entry.letGo === undefined
}

/** For what is asked of whole entries alone: to take a text that is not there for an empty one would be wrong without a word. */
export function longTextOf (entry: Held, name: LongText): string {
  if (isWhole(entry)) return entry[name]
  throw new Error(`The ${name} of this entry was let go`)
}

/** In characters. */
export function lengthOf (entry: Held, name: LongText): number {
  return isWhole(entry) ? entry[name].length : entry.letGo.lengths[name]
}

/** A copy, which stays whole whatever happens to the entry. */
export function wholeCopyOf (entry: WholeEntry): Entry {
  const { letGo: _, ...copy } = entry
  return copy
}
