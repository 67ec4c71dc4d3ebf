// The order of the list: how it is sorted, and how little is done when a few entries come and go.
import t from 'tap'
import type { ListedEntry } from '../../../../src/exchange/held.js'
import { Order } from '../../../../src/web/viewer/model/list/order.js'
import { compareKeys, type SortKey } from '../../../../src/web/viewer/model/list/sorted.js'
import { entry } from '../filter/entries.js'

const KEYS: Record<string, SortKey> = {
  time: ({ timeConsuming }) => timeConsuming > 0 ? timeConsuming : undefined,
  method: ({ method }) => method,
  fractions: ({ timeConsuming }) => timeConsuming === 3 ? undefined : (timeConsuming - 20) / 3,
  // At the ends of the whole numbers of 32 bits, and beyond.
  whole: ({ timeConsuming }) => [0, -0, 1, 2 ** 31 - 2, -(2 ** 31), undefined][timeConsuming % 6],
  last: ({ timeConsuming }) => [0, 2 ** 31 - 1, undefined][timeConsuming % 3],
  large: ({ timeConsuming }) => [0, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 32, -1, undefined][timeConsuming % 7],
  // Numbers, texts and nothing, as a column that a person added may have.
  mixed: ({ timeConsuming, method }) => [timeConsuming, method, undefined, -timeConsuming][timeConsuming % 4]
}
let seed = 7
const random = (below: number) => (seed = seed * 16807 % 2147483647) % below
const made = () => entry({ timeConsuming: random(40), method: ['GET', 'PUT', 'POST', 'get'][random(4)] ?? 'GET' })

/** As an engine sorts, with a comparison for each pair. */
function expected (entries: readonly ListedEntry[], key: SortKey, isDescending: boolean): ListedEntry[] {
  return entries.toSorted((a, b) => compareKeys(key(a), key(b), isDescending))
}

t.test('by numbers, texts and both, in both directions, equal ones in the order of their arrival', async t => {
  const entries = Array.from({ length: 500 }, made)
  for (const [name, key] of Object.entries(KEYS)) {
    for (const isDescending of [false, true]) {
      t.same(ids(new Order().arrange(entries, { key, isDescending })), ids(expected(entries, key, isDescending)), name)
    }
  }
})

t.test('entries that come, go and change are where a new sort would put them', async t => {
  for (const key of Object.values(KEYS)) {
    const [order, sorting] = [new Order(), { key, isDescending: random(2) === 1 }]
    let entries: readonly ListedEntry[] = Array.from({ length: 300 }, made)
    for (let n = 0; n < 60; n++) {
      const changed = entries.map(one => random(60) === 0 ? { ...one, timeConsuming: random(40) } : one)
      const left = changed.filter(() => random(40) > 0).slice(random(3))
      // Now and then most of them go at once.
      entries = [...n % 20 === 19 ? left.slice(-100) : left, ...Array.from({ length: random(8) }, made)]
      t.same(ids(order.arrange(entries, sorting)), ids(expected(entries, key, sorting.isDescending)), `${n}`)
    }
  }
})

t.test('for a new entry, the keys of few others are read', async t => {
  let read = 0
  const sorting = { key: (entry: ListedEntry) => { read++; return entry.timeConsuming }, isDescending: false }
  const order = new Order()
  const entries = Array.from({ length: 20_000 }, made)
  order.arrange(entries, sorting)
  t.equal(read, entries.length)
  read = 0
  order.arrange([...entries.slice(3), made()], sorting)
  t.ok(read < 50, `${read} keys`)
})

function ids (entries: readonly ListedEntry[]): string[] {
  return entries.map(({ id, timeConsuming }) => `${id} ${timeConsuming}`)
}
