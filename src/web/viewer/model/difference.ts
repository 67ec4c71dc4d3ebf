// The difference between two lists of entries: which came, and which went. A changed entry is a new object: the old object went, and the
// new one came.
import type { ListedEntry } from '../../../exchange/held.js'

export interface EntryDifference {
  /** In their order. */
  come: readonly ListedEntry[]
  gone: readonly ListedEntry[]
  /** The index of the first one that came; the length of the list if none did. */
  from: number
}

/** If more entries in a row differ, the rest of both lists is compared by sets, up to where both have the same end. */
const SEARCH_DISTANCE = 32

/**
 * Entries that stay have the same order in both lists. Where the lists differ a little, as is usual, this takes one comparison
 * of two references for each entry.
 */
export function entryDifference (before: readonly ListedEntry[], after: readonly ListedEntry[]): EntryDifference {
  const [come, gone]: [ListedEntry[], ListedEntry[]] = [[], []]
  let [at, now, from] = [0, 0, after.length]
  const differ = (goneTo: number, comeTo: number) => {
    if (comeTo > now) from = Math.min(from, now)
    while (at < goneTo) push(gone, before[at++])
    while (now < comeTo) push(come, after[now++])
  }
  while (at < before.length && now < after.length) {
    if (before[at] === after[now]) {
      at++
      now++
      continue
    }
    const next = nextSame(before, at, after, now)
    if (!next) return rest(before, at, after, now, { come, gone, from })
    differ(...next)
  }
  differ(before.length, after.length)
  return { come, gone, from }
}

function nextSame (before: readonly ListedEntry[], at: number, after: readonly ListedEntry[], now: number): [number, number] | undefined {
  for (let far = 1; far <= SEARCH_DISTANCE; far++) {
    for (let by = 0; by <= far; by++) {
      const same = before[at + by]
      if (same && same === after[now + far - by]) return [at + by, now + far - by]
    }
  }
  return undefined
}

function rest (
  before: readonly ListedEntry[], at: number, after: readonly ListedEntry[], now: number, found: EntryDifference
): EntryDifference {
  const end = sameEnd(before, at, after, now)
  const [old, fresh] = [before.slice(at, before.length - end), after.slice(now, after.length - end)]
  if (old.length === 0) return { ...found, come: found.come.concat(fresh), from: Math.min(found.from, now) }
  const [were, are] = [new Set(old), new Set(fresh)]
  const first = fresh.findIndex(entry => !were.has(entry))
  return {
    come: found.come.concat(fresh.filter(entry => !were.has(entry))),
    gone: found.gone.concat(old.filter(entry => !are.has(entry))),
    from: Math.min(found.from, first < 0 ? after.length : now + first)
  }
}

/** How many entries at the end of both lists are the same. While a session is listed, its newest entries are there from the beginning. */
function sameEnd (before: readonly ListedEntry[], at: number, after: readonly ListedEntry[], now: number): number {
  const most = Math.min(before.length - at, after.length - now)
  let count = 0
  while (count < most && before[before.length - count - 1] === after[after.length - count - 1]) count++
  return count
}

function push (entries: ListedEntry[], entry: ListedEntry | undefined): void {
  if (entry) entries.push(entry)
}
