// The data of the table of APIs, without a browser: entries are added and removed, rows are sorted, and a row becomes a filter.
import { signal } from '@preact/signals'
import fc from 'fast-check'
import t from 'tap'
import type { ListedEntry } from '../../../../src/exchange/held.js'
import { matcher } from '../../../../src/filter/matcher.js'
import { parse } from '../../../../src/filter/parse.js'
import { print } from '../../../../src/filter/print.js'
import { ApiTable } from '../../../../src/summary/api-table.js'
import { requestFiguresOf } from '../../../../src/summary/request-figures.js'
import { nextSort, sorted } from '../../../../src/web/viewer/model/apis/api-columns.js'
import { FigureCache } from '../../../../src/web/viewer/model/apis/figures.js'
import { groupOf, GROUPINGS, onlyApi, onlyGroup, type Grouping } from '../../../../src/web/viewer/model/apis/grouping.js'
import { LiveApis } from '../../../../src/web/viewer/model/apis/live-apis.js'
import { EntryTracker } from '../../../../src/web/viewer/model/entry-tracker.js'
import { entry } from '../filter/entries.js'
import { runs } from '../../../support/runs.js'
import { until } from '../../../support/until.js'

const figuresOf = (entries: ListedEntry[]) => {
  const table = new ApiTable()
  for (const entry of entries) table.add(requestFiguresOf(entry))
  return new FigureCache().of(table.groups)
}

t.test('for any sequence of updates each entry comes and goes once, and those of the last update are left', async t => {
  const all = Array.from({ length: 12 }, () => entry())
  const step = fc.tuple(fc.subarray(all), fc.boolean())
  fc.assert(fc.property(fc.array(step, { maxLength: 8 }), steps => {
    const held = new Set<ListedEntry>()
    const changes = new EntryTracker({
      come: entry => {
        if (held.has(entry)) throw new Error('twice')
        held.add(entry)
        return entry
      },
      go: entry => { if (!held.delete(entry)) throw new Error('was not there') }
    })
    let last: ListedEntry[] = []
    for (const [entries, isWorked] of steps) {
      changes.update(last = entries)
      if (isWorked) changes.work(() => true)
    }
    while (!changes.work(() => false)) { /* in slices */ }
    t.same([...held].map(({ id }) => id).sort(), last.map(({ id }) => id).sort())
  }))
})

t.test('a session can have more entries than a call can have arguments', async t => {
  const one = entry()
  let count = 0
  const changes = new EntryTracker({ come: () => { count++ }, go: () => {} })
  changes.update(Array.from({ length: 200_000 }, () => ({ ...one })))
  t.equal(changes.work(() => true), true)
  t.equal(count, 200_000)
})

t.test('only entries that were added come, the newest first, until the time slice is over', async t => {
  const told: ListedEntry[] = []
  const changes = new EntryTracker({ come: entry => { told.push(entry) }, go: () => { throw new Error('nothing goes') } })
  const entries = Array.from({ length: 100 }, () => entry())
  changes.update(entries.slice(0, 3))
  changes.work(() => true)
  told.length = 0
  changes.update(entries)
  t.equal(changes.work(() => false), false)
  t.equal(told[0], entries.at(-1))
  t.ok(told.length < 97)
  t.equal(changes.work(() => true), true)
  t.same(new Set(told), new Set(entries.slice(3)))
  changes.redo([entries[0]!, entry()].slice(1))
  t.equal(told.length, 97, 'redo() skips an entry that had not come')
})

t.test('a row whose figures have not changed stays the same object', async t => {
  const [table, figures] = [new ApiTable(), new FigureCache()]
  for (const api of ['/a', '/b']) table.add(requestFiguresOf(entry({ api })))
  const [a, b] = figures.of(table.groups)
  table.add(requestFiguresOf(entry({ api: '/b' })))
  const [sameA, otherB] = figures.of(table.groups)
  t.equal(sameA, a)
  t.not(otherB, b)
  t.equal(otherB!.count, 2)
})

t.test('errors come first by default; a column sorts descending, then ascending, then not at all', async t => {
  const rows = figuresOf([
    entry({ api: '/often' }), entry({ api: '/often' }), entry({ api: '/slow', timeConsuming: 900 }),
    entry({ api: '/wrong', responseHeader: 'HTTP/1.1 500 No' }), entry({ api: '/open', timeConsuming: 0 })
  ])
  const paths = (sort: Parameters<typeof sorted>[1]) => sorted(rows, sort).map(({ path }) => path)
  t.same(paths(null).slice(0, 2), ['/wrong', '/often'])
  const p95 = nextSort(null, 'p95')
  t.equal(paths(p95)[0], '/slow')
  t.equal(paths(nextSort(p95, 'p95'))[0], '/open')
  t.equal(nextSort(nextSort(p95, 'p95'), 'p95'), null)
  t.same(paths(nextSort(null, 'api')), ['/often', '/open', '/slow', '/wrong'])
})

t.test('the filter of a row matches exactly its requests, for any path', async t => {
  const hosts = fc.constantFrom('', 'https://a.example', 'https://b.example:8080')
  const paths = fc.constantFrom('/orders/1', '/orders/2', '/orders/1/items', '/orders', '/a,b', '/x y', '/"q"', '/(z', '/*', '/r/', '/')
  const one = fc.record({ api: fc.tuple(hosts, paths).map(parts => parts.join('')), method: fc.constantFrom('GET', 'POST', 'PUT') })
  fc.assert(fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), fields => {
    const entries = fields.map(entry)
    const rows = figuresOf(entries)
    for (const row of rows) {
      const text = print(onlyApi(parse('-zzz host:example method:get'), row, rows))
      const wanted = parse(print(onlyApi(parse('-zzz'), row, rows)))
      const found = entries.filter(matcher(wanted, { nowMs: 0 }))
      if (found.length !== row.count || figuresOf(found).length !== 1 || print(parse(text)) !== text) {
        throw new Error(`${print(wanted)} found ${found.length} of ${row.count}`)
      }
    }
  }), { numRuns: runs(500) })
  t.equal(print(onlyApi(parse('kettle method:put'), { method: 'GET', host: 'x', path: '/orders/*' }, [])),
    'kettle method:=GET api:=/orders/*')
})

t.test('the filter of a host or a source matches exactly its requests, and those without one', async t => {
  const hosts = fc.constantFrom('', 'https://a.example', 'https://b.example:8080')
  const source = fc.constantFrom(undefined, 'Safari on an iPhone', 'a,b', '"q"', '*', '-x', '(y')
  const one = fc.record({ api: hosts.map(host => `${host}/orders`), source })
  fc.assert(fc.property(fc.constantFrom(...GROUPINGS), fc.array(one, { minLength: 1, maxLength: 8 }), (by, fields) => {
    const entries = fields.map(({ api, source }) => entry({ api, ...source !== undefined && { source } }))
    const table = new ApiTable()
    for (const entry of entries) {
      const figures = requestFiguresOf(entry)
      table.add({ ...figures, ...groupOf(by, figures, entry) })
    }
    const rows = new FigureCache().of(table.groups)
    for (const row of rows) {
      const text = print(onlyGroup(by, parse('-nothing'), row, rows))
      const found = entries.filter(matcher(parse(text), { nowMs: 0 }))
      if (found.length !== row.count) throw new Error(`${text} found ${found.length} of ${row.count}`)
    }
  }), { numRuns: runs(300) })
  t.equal(print(onlyGroup('host', parse('kettle host:b -host:*'), { method: '', host: '', path: 'a.example' }, [])),
    'kettle -host:* host:=a.example')
})

t.test('each entry is counted once, before the table is shown: it is whole when it opens', async t => {
  const counted: ListedEntry[] = []
  const repeats = {
    isDuplicate: (entry: ListedEntry) => { counted.push(entry); return false },
    isNPlusOne: () => false,
    changed: signal<readonly ListedEntry[]>([])
  }
  const all = signal<readonly ListedEntry[]>(Array.from({ length: 3000 }, (_, n) => entry({ api: `/orders/${n}` })))
  const matching = signal<readonly ListedEntry[]>(all.peek())
  const live = new LiveApis({ all, matching, codes: signal(() => undefined), by: signal<Grouping>('api'), repeats })
  const shown = () => live.rows.value.map(({ path, count }) => [path, count])
  await until('all are counted', async () => counted.length === 3000)
  t.same(live.rows.value, [], 'nobody sees them yet')
  const hide = live.show()
  t.equal(live.isWhole.value, true)
  t.same(shown(), [['/orders/*', 3000]])
  hide()
  all.value = [...all.peek(), entry({ api: '/orders/new' })]
  await until('the new one is counted', async () => counted.length > 3000)
  t.equal(new Set(counted).size, 3001)
  t.equal(counted.length, 3001)

  matching.value = all.peek().slice(0, 10)
  live.show()
  t.same(shown(), [['/orders/*', 10]], 'only what matches the filter while it is shown')
  t.equal(counted.length, 3011, 'few of many are counted, and the others are not taken away one by one')
})

t.test('a view that replaces another, which ends after it has begun, keeps the table up to date', async () => {
  const all = signal<readonly ListedEntry[]>([])
  const repeats = { isDuplicate: () => false, isNPlusOne: () => false, changed: signal<readonly ListedEntry[]>([]) }
  const live = new LiveApis({ all, matching: all, codes: signal(() => undefined), by: signal<Grouping>('api'), repeats })
  const hideFirst = live.show()
  live.show()
  hideFirst()
  all.value = [entry({ api: '/orders/1' })]
  await until('the new one is counted', async () => live.rows.value[0]?.count === 1)
})
