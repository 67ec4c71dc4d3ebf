import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { itemTexts } from '../../src/json/item-texts.js'
import { runs } from '../support/runs.js'

t.test('each item keeps its source text', async t => {
  t.same(itemTexts(' [ 12345678901234567890.10 ,[1, {"c":"}],\\"\\\\"} ],"x\\"y,",null\n,{} ]\n'),
    ['12345678901234567890.10', '[1, {"c":"}],\\"\\\\"} ]', '"x\\"y,"', 'null', '{}'])
  t.same(itemTexts('[]'), [])
  t.same(itemTexts(' [ \n] '), [])
  t.same(itemTexts('[[]]'), ['[]'])
})

t.test('gives the same items as JSON.parse, with any white space and nesting', t => {
  fc.assert(fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'), (values, indent) => {
    assert.deepEqual(itemTexts(JSON.stringify(values, null, indent))!.map(text => JSON.parse(text) as unknown),
      JSON.parse(JSON.stringify(values)))
  }))
  t.end()
})

t.test('returns undefined or an invalid item exactly if the text is not a JSON list', t => {
  const pieces = fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', ' ', '1', '"a":', 'null', '[]', '{}', '"",')
  const whole = fc.array(fc.jsonValue({ maxDepth: 2 })).map(values => JSON.stringify(values))
  const bent = fc.tuple(whole, fc.nat(), pieces).map(([text, at, piece]) =>
    text.slice(0, at % text.length) + piece + text.slice(at % text.length))
  fc.assert(fc.property(fc.oneof(fc.string({ unit: pieces }).map(text => `[${text}`), whole, bent), text => {
    const items = itemTexts(text)
    assert.equal(items !== undefined && items.every(isJsonText), isJsonText(text) && Array.isArray(JSON.parse(text)))
  }), { numRuns: runs(20_000) })
  t.end()
})

t.test('returns at most the requested number of items', async t => {
  t.same(itemTexts('[1,2,3]', 2), ['1', '2'])
  t.same(itemTexts('[1,2,3]', 4), ['1', '2', '3'])
})

t.test('reads deep nesting, and returns undefined for unfinished lists', async t => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  t.same(itemTexts(`[${deep},1]`)?.length, 2)
  for (const piece of ['[', ',', '{}', '"', '\\', ' ,', ']']) t.equal(itemTexts(`[${piece.repeat(200_000)}`), undefined)
})

function isJsonText (text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
