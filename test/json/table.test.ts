// Makes a table from any JSON text, with a row for each value. Values are spelled as in the text.
import t from 'tap'
import fc from 'fast-check'
import { JsonTable } from '../../src/json/table.js'
import { scanJson } from '../../src/json/table-scan.js'
import { anyCharacter } from '../support/any-character.js'
import { runs } from '../support/runs.js'

function tableOf (text: string, most?: number): JsonTable {
  return new JsonTable(scanJson(text, most))
}

/** Prints each row as a line: indented by its level, with key, kind and source. */
function linesOf (text: string, table = tableOf(text)): string[] {
  return Array.from({ length: table.size }, (_, row) => {
    const key = text.slice(table.keyStart(row), table.keyEnd(row))
    const source = table.isContainer(row) ? `${table.kind(row)} ${table.count(row)}` : text.slice(table.start(row), table.end(row))
    return `${'  '.repeat(table.level(row))}${key && `${key}: `}${source}`
  })
}

t.test('keeps numbers, the order of keys and repeated keys as they are', async t => {
  const text = '{ "b": 12345678901234567890, "a": [1.0, -0, 1e400, {}], "b": "\\u4e2d", "__proto__": null }'
  t.same(linesOf(text), [
    'object 4', '  "b": 12345678901234567890', '  "a": list 4', '    1.0', '    -0', '    1e400', '    object 0', '  "b": "\\u4e2d"',
    '  "__proto__": null'
  ])
  t.equal(tableOf(text).fault, undefined)
})

t.test('JSON values on separate lines are all rows; several values on one line are a fault', async t => {
  const lines = '{"a":1}\n{"a":2}\r\n\n3\n'
  t.same(linesOf(lines), ['object 1', '  "a": 1', 'object 1', '  "a": 2', '3'])
  t.equal(tableOf(lines).isLines, true)
  t.same(linesOf('{} {}'), ['object 0', '{}'])
  t.equal(tableOf('{} {}').isLines, false)
  t.match(tableOf('{} {}').fault, { at: 3, reason: 'wrong' })
})

t.test('a truncated text has rows up to its end, and a fault with the position', async t => {
  t.same(linesOf('{"a":[1,{"b":"xy'), ['object 1', '  "a": list 2', '    1', '    object 1', '      "b":"xy'])
  t.match(tableOf('{"a":[1,{"b":"xy').fault, { reason: 'wrong' })
  t.same(linesOf('[1,2'), ['list 2', '  1', '  2'])
  t.match(tableOf('[1,2').fault, { at: 4, reason: 'ended' })
})

t.test('invalid JSON ends with one row for the rest of the text', async t => {
  t.same(linesOf('{"a":1,}'), ['object 2', '  "a": 1', '  }'])
  t.same(linesOf("{'a':1}"), ['object 1', "  'a':1}"])
  t.same(linesOf('<html>'), ['<html>'])
  t.same(linesOf('{"a" 1}'), ['object 1', '  "a" 1}'])
  t.match(tableOf('[1 /* two */]').fault, { at: 3, reason: 'wrong' })
  t.match(tableOf('').fault, { at: 0, reason: 'ended' })
})

t.test('reports a raw control character in a string, and reads the rest', async t => {
  t.same(linesOf('["a\tb",1]'), ['list 2', '  "a\tb"', '  1'])
  t.match(tableOf('["a\tb",1]').fault, { at: 1, reason: 'wrong' })
})

t.test('reads any depth, and stops at the maximum number of rows', async t => {
  const deep = '['.repeat(200_000)
  t.equal(tableOf(deep).size, 200_000)
  t.equal(tableOf(deep).level(199_999), 199_999)
  const table = tableOf('[1,2,3,4]', 3)
  t.same(linesOf('[1,2,3,4]', table), ['list 3', '  1', '  2', '  ,3,4]'])
  t.match(table.fault, { reason: 'large' })
})

t.test('has the values of JSON.parse, in order, for any JSON', async t => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), (value, indent) => {
    const text = JSON.stringify(value, null, indent)
    const table = tableOf(text)
    t.equal(JSON.stringify(valueAt(text, table, 0)), JSON.stringify(value))
    t.equal(table.fault, undefined)
  }), { numRuns: runs(300) })
})

t.test('for any text, rows come in order and lie within their parents', async t => {
  const unit = fc.constantFrom('{', '}', '[', ']', '"a"', ':', ',', '1', '"', '\\', ' ', '\n', '\ud800', '-', 'null')
  const text = fc.oneof(fc.string({ unit, maxLength: 30 }), fc.string({ unit: anyCharacter }))
  fc.assert(fc.property(text, text => {
    const table = tableOf(text)
    for (let row = 0; row < table.size; row++) {
      t.ok(table.next(row) > row && table.next(row) <= table.size)
      t.ok(table.start(row) <= table.end(row) && table.end(row) <= text.length)
      t.ok(table.parent(row) < row)
    }
  }), { numRuns: runs(500) })
})

function valueAt (text: string, table: JsonTable, row: number): unknown {
  const children: number[] = []
  for (let at = row + 1; at < table.next(row); at = table.next(at)) children.push(at)
  if (table.kind(row) === 'list') return children.map(child => valueAt(text, table, child))
  if (table.kind(row) !== 'object') return JSON.parse(text.slice(table.start(row), table.end(row)))
  const keyOf = (child: number) => JSON.parse(text.slice(table.keyStart(child), table.keyEnd(child))) as string
  return Object.fromEntries(children.map(child => [keyOf(child), valueAt(text, table, child)]))
}
