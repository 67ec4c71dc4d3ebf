// The clock of the page: it estimates the time of the service from entries that have just arrived.
import t from 'tap'
import { Clock } from '../../../../src/web/viewer/model/list/clock.js'
import { entry } from '../filter/entries.js'

const HOUR_MS = 3_600_000

t.test('a new entry shows by how much the clocks differ; one that was there before shows nothing when newer ones go', async t => {
  const clock = new Clock()
  const old = Array.from({ length: 3 }, () => entry({ timestamp: 5 * HOUR_MS }))
  clock.update(old, false, 6 * HOUR_MS)
  t.equal(clock.read(6 * HOUR_MS), 6 * HOUR_MS, 'a list shows no difference')
  clock.update(old.slice(0, 2), true, 6 * HOUR_MS)
  t.equal(clock.read(6 * HOUR_MS), 6 * HOUR_MS, 'nor does a deletion')
  clock.update([...old.slice(0, 2), entry({ timestamp: 6 * HOUR_MS })], true, 7 * HOUR_MS)
  t.equal(clock.read(7 * HOUR_MS), 6 * HOUR_MS)
})
