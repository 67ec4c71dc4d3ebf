// Matches a whole list. t.match() does not: if its pattern is an array, it ignores items beyond the pattern, and [] matches every array.
import type { Test } from 'tap'

/** The list must have as many items as patterns, and each item must match its pattern. */
export function matchEach (t: Test, list: unknown, patterns: unknown[], message = 'a list of items'): void {
  const items = Array.isArray(list) ? list : [list]
  t.equal(items.length, patterns.length, `${message}: how many`)
  for (const [n, pattern] of patterns.entries()) t.match(items[n], pattern, `${message}: item ${n}`)
}
