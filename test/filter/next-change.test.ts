// The next time at which the result of a query may change although the entry does not.
import t from 'tap'
import fc from 'fast-check'
import { matcher } from '../../src/filter/matcher.js'
import { nextChange } from '../../src/filter/next-change.js'
import { parse } from '../../src/filter/parse.js'
import { entryWith } from '../exchange/entry.js'
import { runs } from '../support/runs.js'

const NOW = Date.UTC(2026, 10, 21, 10, 32, 7)
const DAY_MS = 86_400_000

t.test('computes when each kind of term changes its result', async t => {
  const next = (filter: string, entry: object) => nextChange(parse(filter))(entryWith(entry), NOW) - NOW
  t.equal(next('is:no-answer', { startTime: NOW - 119_000, timeConsuming: 0 }), 1001)
  t.equal(next('is:no-answer', { startTime: NOW - 119_000, timeConsuming: 1 }), Infinity, 'it has been answered')
  t.equal(next('is:no-answer', { startTime: NOW - 121_000, timeConsuming: 0 }), Infinity, 'the result is final')
  t.equal(next('before:5m', { startTime: NOW }), 300_001)
  t.equal(next('-after:5m OR path:/a', { startTime: NOW - 299_000 }), 1001)
  t.equal(next('after:5m', { startTime: NOW - 301_000 }), Infinity)
  t.equal(next('before:5m,10s -is:no', { startTime: NOW, timeConsuming: 0 }), 10_001, 'the earliest of several')
  t.equal(next('before:2026-11-21', { startTime: NOW }), Infinity)
  t.equal(next('path:/a', { startTime: NOW }), Infinity)
})

const term = fc.constantFrom(
  'is:no-answer', 'is:n', 'after:1m', 'before:1m', 'after:90.5s', 'before:2m,10s', 'after:10:32', 'before:10:33', 'before:23:59',
  'after:0:00:00.5', 'before:1h', 'is:pending', 'path:/a'
)
const query = fc.array(fc.tuple(fc.constantFrom('', '-'), term, fc.constantFrom(' ', ' OR ')), { minLength: 1, maxLength: 4 })
  .map(parts => parts.map(([not, text, join]) => `${not}${text}${join}`).join('').replace(/ OR $/, ''))
const around = fc.oneof(fc.integer({ min: -130_000, max: 130_000 }), fc.integer({ min: -DAY_MS, max: DAY_MS }))

t.test('the result stays the same until the computed time, and any change is at such a time', async t => {
  let changed = 0
  const later = fc.integer({ min: 0, max: 3 * DAY_MS })
  fc.assert(fc.property(query, around, fc.constantFrom(0, 5), later, (text, startedMs, timeConsuming, laterMs) => {
    const parsed = parse(text)
    const entry = entryWith({ api: '/a', startTime: NOW + startedMs, timeConsuming })
    const at = (nowMs: number) => matcher(parsed, { nowMs })(entry)
    const next = nextChange(parsed)
    let [nowMs, judged] = [NOW, at(NOW)]
    for (let dueMs = next(entry, nowMs); dueMs <= NOW + laterMs; dueMs = next(entry, nowMs)) {
      t.equal(at(dueMs - 1), judged, `${text} just before it is due`)
      nowMs = dueMs
      if (at(nowMs) !== judged) changed++
      judged = at(nowMs)
    }
    t.equal(at(NOW + laterMs), judged, text)
  }), { numRuns: runs(2000) })
  t.ok(changed > runs(2000) / 10, `${changed} changes`)
})
