// Numbers and times as people write them.
import t from 'tap'
import { readMoment } from '../../src/filter/moments.js'
import { BARE, BYTES, MILLISECONDS, readNumber, numberTest } from '../../src/filter/numbers.js'

t.test('compares numbers, and reads ranges', async t => {
  const accepted = (text: string, units = BARE) => [399, 400, 400.4, 404, 499, 500, 2000].filter(numberTest(text, units)!)
  t.same(accepted('400'), [400, 400.4], 'matches the displayed number, without its fraction')
  t.same(accepted('>=400'), [400, 400.4, 404, 499, 500, 2000])
  t.same(accepted('>400'), [400.4, 404, 499, 500, 2000])
  t.same(accepted('<400'), [399])
  t.same(accepted('<=400'), [399, 400])
  t.same(accepted('400-499'), [400, 400.4, 404, 499])
  t.same(accepted('500-'), [500, 2000])
  t.same(accepted('0.4k-.5K', BYTES), [400, 400.4, 404, 499, 500])
  t.same(accepted('1-2s', MILLISECONDS), [2000])
  t.same(accepted('500ms-2s', MILLISECONDS), [500, 2000])
})

t.test('k is 1000; m is a million bytes, or a minute', async t => {
  t.equal(readNumber('10k', BYTES), 10_000)
  t.equal(readNumber('1.5MB', BYTES), 1_500_000)
  t.equal(readNumber('2m', MILLISECONDS), 120_000)
  t.equal(readNumber('-5', BARE), -5)
})

t.test('rejects anything else as a number', async t => {
  for (const text of ['', 'abc', '5x', '>', '1-2-3', '>1-2', '1e3', '--1', '5 ', '1constructor', '.', '-']) {
    t.equal(numberTest(text, MILLISECONDS), undefined, text)
    t.equal(readNumber(text, MILLISECONDS), undefined, text)
  }
  t.equal(readNumber('>5', BARE), undefined)
  t.equal(readNumber('5k', BARE), undefined)
})

const NOW = new Date(2026, 10, 21, 10, 30).getTime()
const at = (text: string) => readMoment(text)?.msAt(NOW)
const local = (...parts: [number, number, number?, number?, number?, number?, number?]) => new Date(...parts as [number, number]).getTime()

t.test('a time of day is its most recent occurrence', async t => {
  t.equal(at('10:15'), local(2026, 10, 21, 10, 15))
  t.equal(at('10:30'), NOW)
  t.equal(at('10:31'), local(2026, 10, 20, 10, 31))
  t.equal(at('9:05:07.25'), local(2026, 10, 21, 9, 5, 7, 250))
  for (const text of ['9', '9:', '09:0', '9:00:']) t.equal(at(text), local(2026, 10, 21, 9), text)
})

t.test('a date is local unless it has a time zone', async t => {
  for (const text of ['2026-11-20', '2026-11-20T', '2026-11-20T0', '2026-11-20 00:00']) t.equal(at(text), local(2026, 10, 20), text)
  t.equal(at('2026-11-20T10:32:07.184'), local(2026, 10, 20, 10, 32, 7, 184))
  t.equal(at('2026'), local(2026, 0, 1))
  t.equal(at('2026-'), local(2026, 0, 1))
  t.equal(at('2026-11-20T10:32Z'), Date.UTC(2026, 10, 20, 10, 32))
  t.equal(at('2026-11-20T10:32+08:00'), Date.UTC(2026, 10, 20, 2, 32))
  t.equal(at('2026-11-20T10:32-0330'), Date.UTC(2026, 10, 20, 14, 2))
  t.equal(at('1795250000000'), 1795250000000)
})

t.test('a relative time moves with the clock, a date does not', async t => {
  t.equal(at('90s'), NOW - 90_000)
  t.equal(at('1.5h'), NOW - 5_400_000)
  t.equal(at('2d'), NOW - 172_800_000)
  t.same(['5m', '10:30', '2026-11-21', '1795250000000'].map(text => readMoment(text)!.moves), ['steadily', 'daily', undefined, undefined])
})

t.test('rejects anything else as a time', async t => {
  for (const text of [
    '', 'abc', '24:00', '10:60', '10:00:60', '2026-13', '2026-01-32', '202', '5x', '-5m', '10:32Z', '2026-00', `${'9'.repeat(400)}d x`
  ]) {
    t.equal(at(text), undefined, text)
  }
  t.equal(at(`${'9'.repeat(400)}d`), -Infinity, 'earlier than everything')
})
