// Converts positions in a JSON text to paths and back.
import fc from 'fast-check'
import t from 'tap'
import { pathOf, rowOf } from '../../src/json/path.js'
import { scanJson } from '../../src/json/table-scan.js'
import { JsonTable } from '../../src/json/table.js'
import { anyCharacter } from '../support/any-character.js'

const TEXT = '{"data":[{"id":1},{"id":2,"a.b":{"x\\"y":true}}],"n":null,"n":2}'
const table = new JsonTable(scanJson(TEXT))

t.test('a path leads back to its row', async t => {
  t.equal(pathOf(table, TEXT, 7), '$.data[1]["a.b"]["x\\"y"]')
  t.equal(pathOf(table, TEXT, 0), '$')
  for (let row = 0; row < 9; row++) t.equal(rowOf(table, TEXT, pathOf(table, TEXT, row)), row)
  t.equal(rowOf(table, TEXT, '$.n'), 8, 'the first of repeated keys')
  for (const wrong of ['$.data[7]', '$.data.id', '$.n.x', 'data', '$.', '$[', '$.data[0]x', '$["data]', '']) t.equal(rowOf(table, TEXT, wrong), undefined)
})

t.test('with several JSON lines, a path begins with the line', async t => {
  const text = '{"a":1}\n{"a":[2]}'
  const lines = new JsonTable(scanJson(text))
  t.equal(pathOf(lines, text, 4), '$[1].a[0]')
  t.equal(rowOf(lines, text, '$[1].a[0]'), 4)
})

t.test('a path may contain any key', async t => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), key => {
    const text = JSON.stringify({ [key]: [{ [key]: 1 }] })
    const table = new JsonTable(scanJson(text))
    t.equal(rowOf(table, text, pathOf(table, text, 3)), 3)
  }))
})
