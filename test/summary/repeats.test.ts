// Duplicates and bursts: their definition, and that they are correct after any additions and removals.
import t from 'tap'
import fc from 'fast-check'
import type { Entry } from '../../src/schema/entry.js'
import { repeatableOf } from '../../src/summary/repeatable.js'
import { Repeats, type Tracked } from '../../src/summary/repeats.js'
import { entryWith } from '../exchange/entry.js'
import { runs } from '../support/runs.js'

const AT = 1_795_250_000_000
const at = (ms: number, api: string, fields: Partial<Entry> = {}) => entryWith({ api, startTime: AT + ms, ...fields })

/** Returns D, N, both, or `-` for each entry, in order. */
function judged (...entries: Entry[]): string[] {
  const repeats = new Repeats()
  return entries.map(entry => repeats.add(repeatableOf(entry))).map(signOf)
}
const signOf = ({ isDuplicate, isNPlusOne }: Tracked) => `${isDuplicate ? 'D' : ''}${isNPlusOne ? 'N' : ''}` || '-'

t.test('requests with the same method, address and body within a second are all duplicates', async t => {
  t.same(judged(at(0, '/a'), at(1000, '/a'), at(2001, '/a')), ['D', 'D', '-'])
  t.same(judged(at(0, '/a?x=1'), at(1, '/a?x=2'), at(2, '/a'), at(3, '/a', { method: 'HEAD' })), ['-', '-', '-', '-'])
  const posted = (ms: number, n: number) => at(ms, '/a', { method: 'POST', request: `{"n":${n}}` })
  t.same(judged(posted(0, 1), posted(1, 2), posted(2, 1)), ['D', '-', 'D'])
  t.same(judged(at(0, 'https://a.example/x'), at(1, 'https://b.example/x'), at(2, '/x', { requestHeader: 'Host: a.example' })),
    ['D', '-', 'D'])
  t.same(judged(at(0, '/ab', { request: 'c' }), at(0, '/a', { request: 'bc' })), ['-', '-'])
})

t.test('preflights, errors of the app, regular polling, and requests with unknown bodies are not duplicates', async t => {
  t.same(judged(...[0, 1].map(ms => at(ms, '/a', { method: 'OPTIONS' })), at(2, '/a')), ['-', '-', '-'])
  t.same(judged(...[0, 1].map(ms => at(ms, '/app.js:1:9', { method: 'ERROR', via: 'error' }))), ['-', '-'])
  t.same(judged(...[0, 1500, 3000, 4500].map(ms => at(ms, '/poll'))), ['-', '-', '-', '-'])
  const pending = (ms: number, fields: Partial<Entry>) => at(ms, '/a', { timeConsuming: 0, ...fields })
  t.same(judged(...[0, 1].map(ms => pending(ms, { method: 'POST' }))), ['-', '-'])
  t.same(judged(...[0, 1].map(ms => pending(ms, { method: 'GET' }))), ['D', 'D'])
})

t.test('five requests within a second that differ only in ids are N+1, in the path or in the query', async t => {
  const five = (api: (n: number) => string, apart = 250, fields = {}) => judged(...[1, 2, 3, 4, 5].map(n => at(n * apart, api(n), fields)))
  const [all, none] = [Array(5).fill('N'), Array(5).fill('-')]
  t.same(five(n => `/items/${n}`), all)
  t.same(five(n => `/items/${n}`, 251), none, 'in more than a second')
  t.same(five(n => `/items?id=${n}&full=1`), all)
  t.same(five(n => `/items/${n}`, 250, { method: 'DELETE' }), all)
  t.same(five(n => `/search?q=${'kettle'.slice(0, n)}`), none, 'typed text is not an id')
  t.same(five(() => '/log', 250, { method: 'POST' }).every(sign => sign === 'D'), true, 'five identical requests are duplicates')
  t.same(judged(...[1, 2, 3, 4, 5].map(n => at(n, '/log', { method: 'POST', request: `${n}` }))), none, 'another body is not another id')
  t.same(judged(...[1, 2, 3, 4].map(n => at(n, `/items/${n}`)), at(5, '/orders/5')), none)
  t.same(judged(...[1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map((id, n) => at(n, `/items/${id}`))),
    Array.from({ length: 10 }, (_, n) => n % 2 ? 'D' : 'DN'), 'each requested twice')
  t.same(judged(...[1, 1, 1, 1, 2].map((id, n) => at(n, `/items/${id}`))), ['D', 'D', 'D', 'D', '-'], 'five requests for two ids')
})

t.test('after any additions and removals, the flags are those of the remaining entries', async () => {
  const one = fc.record({
    api: fc.constantFrom('/a', '/i/1', '/i/2', '/i/3', '/i/4', '/i/5', '/i/6'),
    startTime: fc.constantFrom(0, 1, 300, 600, 999, 1000, 1001, 1300, 2000, 2001, 3100)
  })
  fc.assert(fc.property(fc.array(fc.tuple(one, fc.boolean(), fc.nat(30)), { maxLength: 25 }), steps => {
    const told = new Map<Tracked, string>()
    const repeats = new Repeats(tracked => { told.set(tracked, signOf(tracked)) })
    const there: [Tracked, Entry][] = []
    const gone: [Tracked, Entry][] = []
    for (const [fields, goes, before] of steps) {
      const entry = entryWith(fields)
      const pair: [Tracked, Entry] = [repeats.add(repeatableOf(entry)), entry]
      if (goes) gone.push(pair); else there.push(pair)
      const [now] = before % 3 === 0 ? gone.splice(0, 1) : []
      if (now) repeats.remove(now[0])
    }
    for (const [tracked] of gone) repeats.remove(tracked)
    for (const [tracked, entry] of there) {
      const expected = signByHand(entry, there.map(([, other]) => other))
      if (signOf(tracked) !== expected) throw new Error(`${signOf(tracked)} is ${expected}`)
      if ((told.get(tracked) ?? '-') !== expected) throw new Error('the change was not told')
    }
  }), { numRuns: runs(2000) })
})

// Computes the sign by its definition, slowly.
function signByHand (entry: Entry, all: Entry[]): string {
  const near = (a: Entry, b: Entry) => Math.abs(a.startTime! - b.startTime!) <= 1000
  const same = all.filter(other => other !== entry && other.api === entry.api && near(entry, other))
  // Entries with no earlier one of the same address nearby; in order of arrival if they started together.
  const firsts = all.filter((one, n) => one.api !== '/a' && !all.some((other, m) =>
    other.api === one.api && near(one, other) && (other.startTime! < one.startTime! || (other.startTime === one.startTime && m < n))))
  const starts = firsts.map(({ startTime }) => startTime!)
  const isBurst = firsts.includes(entry) && starts.some(from =>
    from <= entry.startTime! && entry.startTime! <= from + 1000 && starts.filter(ms => ms >= from && ms <= from + 1000).length >= 5)
  return `${same.length > 0 ? 'D' : ''}${isBurst ? 'N' : ''}` || '-'
}
