// Compares two JSON texts as one tree: pairs their values, takes bounded time for hostile input, and never rounds numbers.
import t from 'tap'
import { JsonTable } from '../../src/json/table.js'
import { keyOf } from '../../src/json/path.js'
import { DifferenceRows } from '../../src/difference/difference-rows.js'
import { differenceOfJson } from '../../src/difference/json-difference.js'

const ENDLESS = { leftMs: Infinity }
const MARKS = { same: '=', added: '+', removed: '-', changed: '~', moved: '^', inside: '*' }

/** Prints a line for each row, with two blanks for each level: `~ price: 1 > 2`. */
function treeOf (a: string, b: string, budget = ENDLESS): string[] | undefined {
  const made = differenceOfJson(a, b, budget)
  if (!made) return undefined
  const [rows, left, right] = [new DifferenceRows(made), new JsonTable(made.a), new JsonTable(made.b)]
  return Array.from({ length: rows.size }, (_, row) => {
    const [atA, atB] = [rows.a(row), rows.b(row)]
    const textA = atA < 0 ? [] : [a.slice(left.start(atA), left.end(atA))]
    const textB = atB < 0 ? [] : [b.slice(right.start(atB), right.end(atB))]
    const texts = [...textA, ...textB]
    const [table, text, at] = atB < 0 ? [left, a, atA] : [right, b, atB]
    const key = table.keyEnd(at) > 0 ? `${keyOf(table, text, at)}: ` : ''
    const value = rows.sign(row) === 'changed' ? texts.join(' > ') : rows.sign(row) === 'inside' ? table.kind(at) : texts.at(-1)
    const moved = rows.isMoved(row) && rows.sign(row) === 'inside' ? '^' : ''
    return `${'  '.repeat(rows.depth(row))}${moved}${MARKS[rows.sign(row)]} ${key}${value}`
  })
}

t.test('pairs members by key, in any order, and shows removed ones at their old place', async t => {
  t.same(treeOf('{"a":1,"gone":0,"b":{"c":2,"d":3}}', '{"b":{"d":4,"c":2},"a":1,"new":5}'), [
    '* object',
    '  - gone: 0',
    '  * b: object',
    '    ~ d: 3 > 4',
    '    = c: 2',
    '  = a: 1',
    '  + new: 5'
  ])
  t.same(treeOf('{"a":[1,{"b":2}],"c":3}', '{ "c": 3, "a": [1, {"b":2}] }'), ['= { "c": 3, "a": [1, {"b":2}] }'])
})

t.test('pairs list items by their id, so that an inserted item is one difference', async t => {
  const a = '[{"id":1,"n":"a"},{"id":2,"n":"b"},{"id":3,"n":"c"}]'
  t.same(treeOf(a, '[{"id":9,"n":"new"},{"id":1,"n":"a"},{"id":2,"n":"B"},{"id":3,"n":"c"}]'), [
    '* list',
    '  + {"id":9,"n":"new"}',
    '  = {"id":1,"n":"a"}',
    '  * object',
    '    = id: 2',
    '    ~ n: "b" > "B"',
    '  = {"id":3,"n":"c"}'
  ])
  t.same(treeOf(a, '[{"id":3,"n":"C"},{"id":1,"n":"a"},{"id":2,"n":"b"}]'), [
    '* list',
    '  ^* object',
    '    = id: 3',
    '    ~ n: "c" > "C"',
    '  = {"id":1,"n":"a"}',
    '  = {"id":2,"n":"b"}'
  ], 'an item that moved is the same item')
  t.same(treeOf('[{"id":1,"n":"a"}]', '[{"id":4,"n":"a"}]'), ['* list', '  - {"id":1,"n":"a"}', '  + {"id":4,"n":"a"}'],
    'an item with another id is another item')
})

t.test('pairs items without an id by value, then by position', async t => {
  t.same(treeOf('["a","b","c"]', '["a","x","b","c"]'), ['* list', '  = "a"', '  + "x"', '  = "b"', '  = "c"'])
  t.same(treeOf('[{"n":1},{"n":2}]', '[{"n":1},{"n":3}]'), ['* list', '  = {"n":1}', '  * object', '    ~ n: 2 > 3'])
  t.same(treeOf('[1,2,3,4]', '[4,1,2,3]'), ['* list', '  ^ 4', '  = 1', '  = 2', '  = 3'])
  t.same(treeOf('[1,1,1]', '[1,1]'), ['* list', '  = 1', '  = 1', '  - 1'])
})

t.test('a value whose kind changed is removed and added', async t => {
  t.same(treeOf('{"a":{"b":1}}', '{"a":[1]}'), ['* object', '  - a: {"b":1}', '  + a: [1]'])
  t.same(treeOf('{"a":null}', '{"a":"null"}'), ['* object', '  ~ a: null > "null"'])
})

t.test('compares numbers by source text, and strings by value', async t => {
  t.same(treeOf('[12345678901234567890]', '[12345678901234567891]'), ['* list', '  ~ 12345678901234567890 > 12345678901234567891'])
  t.same(treeOf('["\\u0041"]', '["A"]'), ['= ["A"]'])
  t.same(treeOf('[{"n":1.0}]', '[{"n":1}]'), ['* list', '  * object', '    ~ n: 1.0 > 1'])
})

t.test('repeated keys, and keys such as __proto__, are treated like all others', async t => {
  t.same(treeOf('{"a":1,"a":2,"a":3}', '{"a":1,"a":5}'), ['* object', '  = a: 1', '  ~ a: 2 > 5', '  - a: 3'])
  t.same(treeOf('{"__proto__":{"x":1},"constructor":1}', '{"__proto__":{"x":2},"toString":1}'), [
    '* object', '  * __proto__: object', '    ~ x: 1 > 2', '  - constructor: 1', '  + toString: 1'
  ])
})

t.test('compares texts with one JSON value per line as lists', async t => {
  t.same(treeOf('{"id":1}\n{"id":2}\n', '{"id":0}\n{"id":1}\n{"id":2}\n'), ['+ {"id":0}', '= {"id":1}', '= {"id":2}'])
})

t.test('compares truncated JSON as far as it goes, and returns undefined for other texts', async t => {
  t.same(treeOf('{"a":1,"b":[1,2', '{"a":2,"b":[1,2'), ['* object', '  ~ a: 1 > 2', '  = b: [1,2'])
  t.equal(treeOf('{"a":1}', '<html>'), undefined)
  t.equal(treeOf('', '{}'), undefined)
})

t.test('deep nesting does not overflow the stack', async t => {
  const deep = (inner: string) => '['.repeat(100_000) + inner + ']'.repeat(100_000)
  const rows = new DifferenceRows(differenceOfJson(deep('1'), deep('2'), ENDLESS)!)
  t.equal(rows.size, 100_001)
  t.equal(rows.sign(100_000), 'changed')
  t.equal(rows.next(0), 100_001)
})

t.test('very long lists end in time, whether everything differs or almost nothing', async t => {
  const list = (n: number, from: number) => JSON.stringify(Array.from({ length: n }, (_, i) => ({ v: (i * 7919 + from) % n })))
  const rough = differenceOfJson(list(50_000, 0), list(50_000, 25_013), ENDLESS)!
  t.equal(rough.isRough, true)
  t.equal(new DifferenceRows(rough).size, 50_001)
  const dull = differenceOfJson(`[${'0,'.repeat(400_000)}0]`, `[${'0,'.repeat(400_000)}1]`, ENDLESS)!
  t.equal(new DifferenceRows(dull).sign(400_001), 'changed')
  const keys = `{${Array.from({ length: 200_000 }, () => '"k":1').join()}}`
  t.equal(new DifferenceRows(differenceOfJson(keys, keys.replace('"k":1}', '"k":2}'), ENDLESS)!).size, 200_001, 'one key repeated')
  t.equal(differenceOfJson(`[${'1,'.repeat(1_100_000)}1]`, '[1]', ENDLESS), undefined, 'too many values to compare')
})

t.test('a list that grew by 200,000 items shows them as added', async t => {
  const grown = differenceOfJson('[1]', `[${Array.from({ length: 200_000 }, (_, n) => n + 1).join()}]`, ENDLESS)!
  const rows = new DifferenceRows(grown)
  t.same([rows.size, rows.sign(1), rows.sign(2), rows.sign(200_000)], [200_001, 'same', 'added', 'added'])
})

t.test('when the time is over, equal items are still paired', async t => {
  const made = differenceOfJson('[1,2,3]', '[3,1,4]', { leftMs: 0 })!
  t.equal(made.isRough, true)
  t.same(treeOf('[1,2,3]', '[3,1,4]', { leftMs: 0 }), ['* list', '  = 3', '  = 1', '  + 4', '  - 2'])
})
