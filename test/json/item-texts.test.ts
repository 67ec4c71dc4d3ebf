import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { itemTexts } from '../../src/json/item-texts.js'

t.test('each item keeps its source text', async t => {
  t.same(itemTexts(' [ 12345678901234567890.10 ,[1, {"c":"}],\\"\\\\"} ],"x\\"y,",null\n,{} ]\n'), ['12345678901234567890.10', '[1, {"c":"}],\\"\\\\"} ]', '"x\\"y,"', 'null', '{}'])
  t.same(itemTexts('[]'), [])
  t.same(itemTexts(' [ \n] '), [])
  t.same(itemTexts('[[]]'), ['[]'])
})

t.test('it says the same as JSON.parse, however the text is spaced and nested', t => {
  fc.assert(fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'), (values, indent) => {
    assert.deepEqual(itemTexts(JSON.stringify(values, null, indent)).map(text => JSON.parse(text) as unknown), JSON.parse(JSON.stringify(values)))
  }))
  t.end()
})

t.test('only as many are cut out as are asked for', async t => {
  t.same(itemTexts('[1,2,3]', 2), ['1', '2'])
  t.same(itemTexts('[1,2,3]', 4), ['1', '2', '3'])
})

t.test('depth costs nothing, and a text that is no JSON comes to its end', t => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  t.same(itemTexts(`[${deep},1]`).length, 2)
  for (const piece of ['[', ',', '{}', '"', '\\', ' ,', ']']) t.ok(itemTexts(piece.repeat(200_000)))
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', ' ', '1') }), text => { itemTexts(text) }), { numRuns: 1000 })
  t.end()
})
