// What of a JSON table is shown, found, and linked to.
import fc from 'fast-check'
import t from 'tap'
import { pathOf, rowOf } from '../../../../src/web/viewer/model/bodies/json-path.js'
import { scanJson } from '../../../../src/web/viewer/model/bodies/json-scan.js'
import { JsonTable } from '../../../../src/web/viewer/model/bodies/json-table.js'
import { findRows } from '../../../../src/web/viewer/model/bodies/search.js'
import { openAtFirst, openTo, setAll, shownRows } from '../../../../src/web/viewer/model/bodies/tree-model.js'

const TEXT = '{"data":[{"id":1},{"id":2,"a.b":{"x\\"y":true}}],"n":null,"n":2}'
const table = new JsonTable(scanJson(TEXT))

t.test('only what is in open containers is shown', async t => {
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

t.test('a small body is open at first, and of a large one the first level', async t => {
  t.equal(shownRows(table, openAtFirst(table, 100)).length, table.size)
  const large = new JsonTable(scanJson(JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ n })))))
  t.equal(shownRows(large, openAtFirst(large, 100)).length, 501)
})

t.test('a path leads back to its row', async t => {
  t.equal(pathOf(table, TEXT, 7), '$.data[1]["a.b"]["x\\"y"]')
  t.equal(pathOf(table, TEXT, 0), '$')
  for (let row = 0; row < 9; row++) t.equal(rowOf(table, TEXT, pathOf(table, TEXT, row)), row)
  t.equal(rowOf(table, TEXT, '$.n'), 8, 'of repeated keys the first')
  for (const wrong of ['$.data[7]', '$.data.id', '$.n.x', 'data', '$.', '$[', '$.data[0]x', '$["data]', '']) t.equal(rowOf(table, TEXT, wrong), undefined)
})

t.test('of several lines the path begins with the line', async t => {
  const text = '{"a":1}\n{"a":[2]}'
  const lines = new JsonTable(scanJson(text))
  t.equal(pathOf(lines, text, 4), '$[1].a[0]')
  t.equal(rowOf(lines, text, '$[1].a[0]'), 4)
})

t.test('any key can be in a path', async t => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), key => {
    const text = JSON.stringify({ [key]: [{ [key]: 1 }] })
    const table = new JsonTable(scanJson(text))
    t.equal(rowOf(table, text, pathOf(table, text, 3)), 3)
  }))
})

t.test('a search finds keys and values, as they are written and as they read', async t => {
  const text = '{"Name":"caf\\u00e9 [x]","list":[12.50,"\\u4e2d\\"q"],"same":"same"}'
  const table = new JsonTable(scanJson(text))
  const find = (sought: string) => findRows(table, text, sought, 100)
  t.same(find('name'), [1])
  t.same(find('CAFÉ'), [1])
  t.same(find('u00e9'), [1])
  t.same(find('2.5'), [3])
  t.same(find('中"'), [4])
  t.same(find('same'), [5])
  t.same(find('[x]'), [1], 'no pattern')
  t.same(find(','), [], 'what is between rows is nobody\'s text')
  t.same(find(''), [])
  t.same(findRows(table, text, 'a', 1).length, 1)
})
