// How often each rule has applied, counted from the entries that name it. Entries that were deleted or evicted no longer count.
import { computed, type ReadonlySignal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import type { Rule } from '../../../../schema/rule.js'

export interface Hits {
  count: number
  /** The highest count of one app: each app counts the times of a rule for itself. */
  most: number
}

/** By the id of the rule. */
export function hitsOf (entries: ReadonlySignal<readonly ListedEntry[]>): ReadonlySignal<ReadonlyMap<string, Hits>> {
  return computed(() => {
    const counts = new Map<string, { count: number, apps: Map<string, number> }>()
    for (const { rule, source = '' } of entries.value) {
      if (!rule) continue
      for (const { id } of [rule, ...rule.also ?? []]) {
        const counted = counts.get(id) ?? { count: 0, apps: new Map<string, number>() }
        counted.count++
        counted.apps.set(source, (counted.apps.get(source) ?? 0) + 1)
        counts.set(id, counted)
      }
    }
    return new Map([...counts].map(([id, { count, apps }]) => [id, { count, most: Math.max(...apps.values()) }]))
  })
}

/** How often the rule still applies in the app that used it most; undefined if it has no limit. */
export function timesLeft ({ times }: Pick<Rule, 'times'>, hits: Hits | undefined): number | undefined {
  return times === undefined ? undefined : Math.max(0, times - (hits?.most ?? 0))
}
