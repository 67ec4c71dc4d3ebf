// Formats durations, with every boundary of rounding.
import t from 'tap'
import fc from 'fast-check'
import { durationText, runningText } from '../../src/text/duration.js'

t.test('rounds a duration before it chooses the unit', async t => {
  const told: [ms: number, text: string][] = [
    [0, '0 ms'], [0.04, '0 ms'], [0.06, '0.1 ms'], [5, '5 ms'], [9.94, '9.9 ms'], [9.95, '10 ms'], [87.4, '87 ms'], [999.4, '999 ms'],
    [999.5, '1.00 s'], [1000, '1.00 s'], [2104, '2.10 s'], [59_994, '59.99 s'],
    [59_995, '1 min 0 s'], [60_499, '1 min 0 s'], [60_500, '1 min 1 s'], [119_499, '1 min 59 s'], [119_600, '2 min 0 s'],
    [3_599_499, '59 min 59 s'],
    [3_599_500, '1 h 0 min'], [3_629_999, '1 h 0 min'], [3_630_000, '1 h 1 min'], [7_169_999, '1 h 59 min'], [7_170_000, '2 h 0 min'],
    [90_000_000, '25 h 0 min']
  ]
  for (const [ms, text] of told) t.equal(durationText(ms), text, `${ms}`)
})

t.test('formats a running duration rounded down', async t => {
  const told: [ms: number, text: string][] = [
    [-5, '0 s'], [999, '0 s'], [1000, '1 s'], [59_999, '59 s'], [60_000, '1 min 0 s'], [119_999, '1 min 59 s'], [3_599_999, '59 min 59 s'],
    [3_600_000, '1 h 0 min'], [7_199_999, '1 h 59 min']
  ]
  for (const [ms, text] of told) t.equal(runningText(ms), text, `${ms}`)
})

t.test('a duration over a year, which only a broken clock gives, has no figures', async t => {
  const hourMs = 3_600_000
  t.equal(durationText(8760 * hourMs), '8760 h 0 min')
  for (const text of [durationText, runningText]) t.same([8761 * hourMs, 1e308, Infinity].map(text), ['> 1 year', '> 1 year', '> 1 year'])
})

t.test('no part reaches the next unit, and the error is at most half of the last digit', async t => {
  const factors: Record<string, number> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 }
  fc.assert(fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), ms => {
    const parts = [...durationText(ms).matchAll(/([\d.]+) (\w+)/g)].map(([, number, unit]) => ({ number: Number(number), unit: unit! }))
    const full: Record<string, number> = { ms: 1000, s: 60, min: 60, h: Infinity }
    t.ok(parts.every(({ number, unit }) => number < full[unit]!), `${ms}`)
    const last = parts.at(-1)!
    const step = last.unit === 'ms' ? ms < 9.95 ? 0.1 : 1 : parts.length === 1 ? 10 : factors[last.unit]!
    t.ok(Math.abs(parts.reduce((sum, { number, unit }) => sum + number * factors[unit]!, 0) - ms) <= step / 2 + 1e-6, `${ms}`)
  }))
})
