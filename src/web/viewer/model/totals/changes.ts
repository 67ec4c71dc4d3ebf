// Finds what has changed between two states of a list, for callers that keep figures of it.
import type { Held } from '../../../../exchange/held.js'

export interface Changes {
  gone: Held[]
  come: Held[]
  /** All entries from this index of the new list on have come, too. */
  from: number
}

/** If more has changed, counting everything again is as fast. */
const MOST = 100
/** How many inserted entries in one place are recognized as such. */
const NEAR = 16

/**
 * Takes one comparison for each entry that stays. The result is always right: `before` without `gone` is `after` without all that has come.
 * Undefined if more than a few entries have gone or were inserted; any number may have been appended.
 */
export function changesOf (before: readonly Held[], after: readonly Held[]): Changes | undefined {
  const changes: Changes = { gone: [], come: [], from: 0 }
  const { gone, come } = changes
  for (const old of before) {
    const now = after[changes.from]
    if (old === now) {
      changes.from++
      continue
    }
    if (gone.length + come.length > MOST) return undefined
    const at = after.slice(changes.from, changes.from + NEAR).indexOf(old)
    if (at >= 0) {
      come.push(...after.slice(changes.from, changes.from + at))
      changes.from += at + 1
      continue
    }
    gone.push(old)
    // An update is a new object in the same place.
    if (now?.id === old.id) {
      come.push(now)
      changes.from++
    }
  }
  return changes
}
