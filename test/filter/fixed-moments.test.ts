// Local dates and times in a filter become UTC timestamps, which mean the same on every machine.
import t from 'tap'
import { withFixedMoments } from '../../src/filter/fixed-moments.js'

t.test('times without a zone are those of this machine, in UTC', t => {
  t.before(() => { process.env.TZ = 'Asia/Tokyo' })
  t.teardown(() => { delete process.env.TZ })
  const nowMs = Date.UTC(2026, 10, 21, 12, 0)
  for (const [typed, fixed] of [
    ['after:10:32', 'after:"2026-11-21T01:32:00.000Z"'],
    ['before:22:00 kettle', 'before:"2026-11-20T13:00:00.000Z" kettle'],
    ['-(after:10:32 OR path:/a)', '-(after:"2026-11-21T01:32:00.000Z" OR path:/a)'],
    ['after:2026-11-21T10:32,5m', 'after:"2026-11-21T01:32:00.000Z",5m'],
    ['after:2026-11-21T10:32+01:00', 'after:"2026-11-21T09:32:00.000Z"']
  ] as const) t.equal(withFixedMoments(typed, nowMs), fixed, typed)
  for (const same of ['after:5m', 'status:5xx  "10:32"', 'after:soon', '']) t.equal(withFixedMoments(same, nowMs), same)
  t.end()
})
