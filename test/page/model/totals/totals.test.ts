// The figures of a list: they are exact after any change, and one more request does not cause everything to be counted again.
import t from 'tap'
import fc from 'fast-check'
import { signal } from '@preact/signals'
import type { ListedEntry } from '../../../../src/exchange/held.js'
import { entryDifference } from '../../../../src/web/viewer/model/difference.js'
import { LiveTotals } from '../../../../src/web/viewer/model/totals/live-totals.js'
import { Tally } from '../../../../src/web/viewer/model/totals/tally.js'
import { runs } from '../../../support/runs.js'
import { until } from '../../../support/until.js'
import { entry } from '../filter/entries.js'

t.test('the figures of some requests', async t => {
  const tally = new Tally()
  t.same(tally.figures, { count: 0, bytes: 0, spanMs: undefined, medianMs: undefined, p95Ms: undefined })
  const pending = entry({ startTime: 1_000, timeConsuming: 0 })
  for (const each of [
    pending,
    entry({ startTime: 2_000, timeConsuming: 30, response: 'abc' }),
    entry({ startTime: 2_500, timeConsuming: 10, response: 'äb' }),
    entry({ startTime: 2_100, timeConsuming: 4_000, response: '' })
  ]) tally.add(each)
  t.same(tally.figures, { count: 4, bytes: 6, spanMs: 5_100, medianMs: 30, p95Ms: 4_000 })
  tally.remove(pending)
  t.same(tally.figures, { count: 3, bytes: 6, spanMs: 4_100, medianMs: 30, p95Ms: 4_000 })
})

const pool = Array.from({ length: 40 }, (_, n) => entry({ startTime: 1_000 + n * 7, timeConsuming: n * n % 23, response: 'x'.repeat(n) }))
const lists = fc.array(fc.uniqueArray(fc.nat(pool.length - 1)), { minLength: 1, maxLength: 6 })

t.test('after any changes the figures are those of the list', async t => {
  fc.assert(fc.property(lists, fc.array(fc.nat(pool.length - 1)), (all, updated) => {
    const tally = new Tally()
    let before: ListedEntry[] = []
    for (const list of all) {
      const after = list.map(n => updated.includes(n) ? { ...pool[n]!, response: 'updated' } : pool[n]!)
      const { come, gone } = entryDifference(before, after)
      for (const entry of gone) tally.remove(entry)
      for (const entry of come) tally.add(entry)
      before = after
    }
    const fresh = new Tally()
    for (const entry of before) fresh.add(entry)
    t.strictSame(tally.figures, fresh.figures)
  }), { numRuns: runs(500) })
})

t.test('a full session that drops its first request for each new one is not counted again', async t => {
  const before = Array.from({ length: 5_000 }, () => entry())
  const [newest, updated] = [entry(), { ...before[7]! }]
  const after = [...before.slice(1, 7), updated, ...before.slice(8), newest]
  t.strictSame(entryDifference(before, after), { gone: [before[0], before[7]], come: [updated, newest], from: 6 })
})

t.test('if much has changed, everything is counted again', async t => {
  const before = Array.from({ length: 1_000 }, () => entry())
  const list = signal<readonly ListedEntry[]>(before)
  const totals = new LiveTotals(list)
  t.teardown(() => totals.close())
  await until('all are counted', async () => totals.figures.value.count === 1_000)
  list.value = before.filter((_, n) => n % 2 === 0)
  await until('half of them are', async () => totals.figures.value.count === 500)
  list.value = []
  await until('none is', async () => totals.figures.value.count === 0)
})
