// Durations that only a broken clock can give are not shown as figures.
import t from 'tap'
import { durationText, runningText } from '../../../src/web/viewer/model/durations.js'

const HOUR_MS = 3_600_000

t.test('a duration over a year has no figures', async t => {
  t.equal(durationText(12), '12 ms')
  t.equal(durationText(8760 * HOUR_MS), '8760 h 0 min')
  for (const text of [durationText, runningText]) t.same([8761 * HOUR_MS, 1e308, Infinity].map(text), ['> 1 year', '> 1 year', '> 1 year'])
})
