// The table of APIs while requests are added and removed: removed ones leave no trace.
import t from 'tap'
import fc from 'fast-check'
import { ApiTable } from '../../src/summary/api-table.js'
import { requestFiguresOf, type RequestFigures } from '../../src/summary/request-figures.js'
import { RECENT, type ApiGroup } from '../../src/summary/api-group.js'
import { entryWith } from '../exchange/entry.js'

const shown = ({ method, host, path, count, pending, errors, bytes, outcomes, lastMs, times, recent }: ApiGroup) =>
  ({
    method,
    host,
    path,
    count,
    pending,
    errors,
    bytes,
    outcomes: [...outcomes].sort(),
    lastMs,
    times: [0, 50, 95, 100].map(percent => times.percentile(percent)),
    recent: recent.map(({ startMs }) => startMs)
  })
const byName = (groups: ApiGroup[]) =>
  groups.map(shown).sort((a, b) => `${a.method} ${a.host} ${a.path}` < `${b.method} ${b.host} ${b.path}` ? -1 : 1)

t.test('after removals, the table equals one with only the remaining requests', async t => {
  const one = fc.record({
    api: fc.constantFrom('/a/1', '/a/2', 'https://x.example/a/3', 'https://y.example/a/4', '/b'),
    timeConsuming: fc.constantFrom(0, 5, 80, 900),
    responseHeader: fc.constantFrom('HTTP/1.1 200 OK', 'HTTP/1.1 500 No'),
    startTime: fc.nat(100)
  })
  fc.assert(fc.property(fc.array(fc.tuple(one, fc.boolean()), { maxLength: 150 }), fields => {
    const all = fields.map(([fields, stays]): [RequestFigures, boolean] => [requestFiguresOf(entryWith(fields)), stays])
    const [table, expected] = [new ApiTable(), new ApiTable()]
    // Reads the groups in between, as the page does.
    for (const [figures, stays] of all) {
      table.add(figures)
      if (stays) expected.add(figures)
      table.groups // eslint-disable-line
    }
    for (const [figures, stays] of all) {
      if (!stays) table.remove(figures)
      table.groups // eslint-disable-line
    }
    t.strictSame(byName(table.groups), byName(expected.groups))
  }), { numRuns: 200 })
})

t.test('`recent` has the requests that started last, in any order of arrival', async t => {
  const table = new ApiTable()
  const all = Array.from({ length: 3 * RECENT }, (_, n) => requestFiguresOf(entryWith({ startTime: n * 7 % 121 })))
  for (const figures of all) table.add(figures)
  const sorted = all.toSorted((a, b) => a.startMs - b.startMs)
  t.same(table.groups[0]!.recent, sorted.slice(-RECENT))
  for (const figures of sorted.splice(-RECENT / 2)) table.remove(figures)
  t.same(table.groups[0]!.recent, sorted.slice(-RECENT))
  t.equal(table.groups[0]!.lastMs, sorted.at(-1)!.startMs)
})
