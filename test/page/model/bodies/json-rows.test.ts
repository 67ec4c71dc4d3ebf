// The rows of a JSON table: which ones are visible, and which ones a search finds.
import t from 'tap'
import { scanJson } from '../../../../src/json/table-scan.js'
import { JsonTable } from '../../../../src/json/table.js'
import { findRows } from '../../../../src/web/viewer/model/bodies/search.js'
import { openAtFirst, openTo, setAll, shownRows } from '../../../../src/web/viewer/model/bodies/tree-model.js'

const TEXT = '{"data":[{"id":1},{"id":2,"a.b":{"x\\"y":true}}],"n":null,"n":2}'
const table = new JsonTable(scanJson(TEXT))

t.test('only rows within open containers are visible', async t => {
  const open = new Uint8Array(table.size)
  t.same([...shownRows(table, open)], [0])
  open[0] = 1
  t.same([...shownRows(table, open)], [0, 1, 8, 9])
  t.ok(openTo(table, open, 4))
  t.same([...shownRows(table, open)], [0, 1, 2, 4, 8, 9])
  setAll(table, open, 0, true)
  t.equal(shownRows(table, open).length, table.size)
  t.same([...shownRows(table, open, 3)], [0, 1, 2])
})

t.test('at first a small body is fully open, a large one only its first level', async t => {
  t.equal(shownRows(table, openAtFirst(table, 100)).length, table.size)
  const large = new JsonTable(scanJson(JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ n })))))
  t.equal(shownRows(large, openAtFirst(large, 100)).length, 501)
})

t.test('a search finds keys and values, escaped or decoded, ignoring case', async t => {
  const text = '{"Name":"caf\\u00e9 [x]","list":[12.50,"\\u4e2d\\"q"],"same":"same"}'
  const table = new JsonTable(scanJson(text))
  const find = (sought: string) => findRows(table, text, sought, 100)
  t.same(find('name'), [1])
  t.same(find('CAFÉ'), [1])
  t.same(find('u00e9'), [1])
  t.same(find('2.5'), [3])
  t.same(find('中"'), [4])
  t.same(find('same'), [5])
  t.same(find('[x]'), [1], 'the search text is not a pattern')
  t.same(find(','), [], 'punctuation between rows is not found')
  t.same(find(''), [])
  t.same(findRows(table, text, 'a', 1).length, 1)
})
