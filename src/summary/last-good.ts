// Finds the request with which to compare a failed request: a successful one with the same method and path, in which ids count as equal. It
// is the last such request before the failed one, else the first one after it.
import type { ListedEntry } from '../exchange/held.js'
import type { Codes } from '../exchange/outcome.js'
import { factsOf } from '../filter/facts.js'

type Judge = (entry: ListedEntry) => boolean

/** `codes`: which application codes mean success, as a user has set it. `entries`: in order of arrival. */
export function lastGoodOf (entries: readonly ListedEntry[], entry: ListedEntry, codes?: Codes): ListedEntry | undefined {
  const isGood = goodLike(entry, codes)
  const at = placeOf(entries, entry)
  for (let before = at - 1; before >= 0; before--) if (isGood(entries[before])) return entries[before]
  for (let after = at + 1; after < entries.length; after++) if (isGood(entries[after])) return entries[after]
  return undefined
}

/** Tests whether another request has the same method and path, and was successful. */
export function goodLike (entry: ListedEntry, codes?: Codes): (other: ListedEntry | undefined) => boolean {
  return sameApi(entry, other => factsOf(other).verdict(0, codes) === 'fine')
}

/** Others of the same method and path, the nearest before it first, then those after it. */
export function alikeOf (entries: readonly ListedEntry[], entry: ListedEntry, most: number): ListedEntry[] {
  const isAlike = sameApi(entry)
  const at = placeOf(entries, entry)
  const found: ListedEntry[] = []
  const take = (other: ListedEntry | undefined) => { if (other && found.length < most && isAlike(other)) found.push(other) }
  for (let before = at - 1; before >= 0; before--) take(entries[before])
  for (let after = at + 1; after < entries.length; after++) take(entries[after])
  return found
}

/** Tests for other, wanted requests of the same method and path. The pattern of a path is computed only if the method is the same. */
export function sameApi (entry: ListedEntry, isWanted: Judge = () => true): (other: ListedEntry | undefined) => boolean {
  const { pattern } = factsOf(entry)
  return other => other !== undefined && other.id !== entry.id && other.method === entry.method && isWanted(other) &&
    factsOf(other).pattern === pattern
}

function placeOf (entries: readonly ListedEntry[], entry: ListedEntry): number {
  const at = entries.findLastIndex(({ id }) => id === entry.id)
  return at < 0 ? entries.length : at
}
