// The sieve finds the entries that match a query: which entries it tests, which it does not test again, and in which order.
import t from 'tap'
import { matcher } from '../../../../src/filter/matcher.js'
import { parse } from '../../../../src/filter/parse.js'
import type { ListedEntry } from '../../../../src/exchange/held.js'
import { Sieve } from '../../../../src/web/viewer/model/filter/sieve.js'
import { entry } from './entries.js'

const ALWAYS = () => true

/** A query that logs the entries that it tests. */
function question (filter: string, tested: ListedEntry[] = []) {
  const query = parse(filter)
  const matches = matcher(query, { nowMs: 0 })
  return { query, matches: (entry: ListedEntry) => { tested.push(entry); return matches(entry) } }
}

t.test('without a filter matching() returns the array of entries itself', async t => {
  const sieve = new Sieve()
  const entries = [entry(), entry()]
  sieve.update(entries)
  t.equal(sieve.work(ALWAYS), true)
  t.equal(sieve.matching(), entries)
})

t.test('only a changed entry is tested again', async t => {
  const sieve = new Sieve()
  const tested: ListedEntry[] = []
  const entries = [entry({ api: '/kettle' }), entry({ api: '/pan' }), entry({ api: '/kettle/2' })]
  sieve.update(entries)
  sieve.ask(question('kettle', tested))
  sieve.work(ALWAYS)
  t.same(sieve.matching(), [entries[0], entries[2]])
  tested.length = 0
  const changed = { ...entries[1]!, response: 'a kettle' }
  sieve.update([entries[0]!, changed, entries[2]!])
  sieve.work(ALWAYS)
  t.same(tested, [changed])
  t.equal(sieve.matching().length, 3)
})

t.test('a longer word tests only entries that matched, a shorter one only those that did not', async t => {
  const sieve = new Sieve()
  const tested: ListedEntry[] = []
  const [kettle, ken, pan] = [entry({ api: '/kettle' }), entry({ api: '/ken' }), entry({ api: '/pan' })]
  sieve.update([kettle, ken, pan])
  sieve.ask(question('ke', tested))
  sieve.work(ALWAYS)
  tested.length = 0
  sieve.ask(question('ket', tested))
  sieve.work(ALWAYS)
  t.same(tested, [ken, kettle])
  tested.length = 0
  sieve.ask(question('ke', tested))
  sieve.work(ALWAYS)
  t.same(tested, [pan, ken])
  t.same(sieve.matching(), [kettle, ken])
})

t.test('a query that changes before all entries are tested still finds all matches', async t => {
  const sieve = new Sieve()
  const entries = Array.from({ length: 64 }, (_, n) => entry({ api: n < 32 ? '/pan' : '/kettle' }))
  sieve.update(entries)
  sieve.ask(question('k'))
  t.equal(sieve.work(() => false), false)
  sieve.ask(question('ke'))
  sieve.ask(question('kett'))
  t.equal(sieve.work(ALWAYS), true)
  t.same(sieve.matching(), entries.slice(32))
})

t.test('the newest entries are tested first, until the time slice is over', async t => {
  const sieve = new Sieve()
  const tested: ListedEntry[] = []
  const entries = Array.from({ length: 100 }, () => entry({ api: '/kettle' }))
  sieve.update(entries)
  sieve.ask(question('kettle', tested))
  t.equal(sieve.work(() => false), false)
  t.equal(tested[0], entries.at(-1))
  t.ok(tested.length < 100)
  t.same(sieve.matching(), entries.slice(-tested.length))
})

t.test('an entry that is not ready is tested once it is; `afresh` tests all entries again', async t => {
  const sieve = new Sieve()
  const ready = new Set<ListedEntry>()
  const [a, b] = [entry({ api: '/kettle' }), entry({ api: '/kettle' })]
  sieve.update([a, b])
  sieve.ask({ ...question('kettle'), isReady: entry => ready.has(entry) })
  t.equal(sieve.work(ALWAYS), true)
  t.same(sieve.matching(), [])
  ready.add(b)
  sieve.update([a, b])
  sieve.work(ALWAYS)
  t.same(sieve.matching(), [b])
  const tested: ListedEntry[] = []
  sieve.ask({ ...question('kettle', tested), afresh: true })
  sieve.work(ALWAYS)
  t.same(tested, [b, a])
})
