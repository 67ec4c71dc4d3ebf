// The numbers of the entries: the order in which they arrived in this page.
import t from 'tap'
import type { Entry } from '../../../../src/schema/entry.js'
import { Arrivals } from '../../../../src/web/viewer/model/list/arrivals.js'
import { entry } from '../filter/entries.js'

function someEntries (count: number): Entry[] {
  return Array.from({ length: count }, () => entry())
}

t.test('an entry keeps its number when others go, when it is completed, and when it comes back after its deletion', async t => {
  const arrivals = new Arrivals()
  const [first, second, third] = someEntries(3) as [Entry, Entry, Entry]
  t.equal(arrivals.of(first), undefined, 'not listed yet')
  arrivals.update([first, second])
  t.strictSame([arrivals.of(first), arrivals.of(second), arrivals.last], [1, 2, 2])
  const completed = { ...second, timeConsuming: 20 }
  arrivals.update([completed])
  t.strictSame([arrivals.of(completed), arrivals.last], [2, 2])
  arrivals.update([first, completed, third])
  t.strictSame([arrivals.of(first), arrivals.of(completed), arrivals.of(third), arrivals.last], [1, 2, 3, 3])
})

t.test('entries that a long session lost are forgotten; the newest ones that were deleted are not', async t => {
  const arrivals = new Arrivals()
  const seen = someEntries(3000)
  let kept = seen.slice(0, 10)
  arrivals.update(kept)
  for (let end = 20; end <= seen.length; end += 10) {
    kept = seen.slice(end - 10, end)
    arrivals.update(kept)
  }
  t.equal(arrivals.of(seen[0]!), undefined)
  t.equal(arrivals.of(seen[2500]!), 2501, 'it may come back')
  t.equal(arrivals.of(kept[0]!), 2991)
  t.equal(arrivals.last, 3000)
})
