// Indents JSON: changes only the white space between its tokens, and copes with any text.
import t from 'tap'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { indented } from '../../src/json/indent.js'
import { runs } from '../support/runs.js'

t.test('puts each member on its own line', async t => {
  t.equal(indented('{"a":[1,{"b":null}],"c":{},"d":[ ], "e" : "x,{}[]:\\"" }', 1000), [
    '{', '  "a": [', '    1,', '    {', '      "b": null', '    }', '  ],', '  "c": {},', '  "d": [],', '  "e": "x,{}[]:\\""', '}'
  ].join('\n'))
  for (const scalar of ['1', ' 1 ', '"a b"', 'null', '[]', '{ }']) {
    t.equal(indented(scalar, 10), scalar === '"a b"' ? scalar : scalar.replaceAll(' ', ''))
  }
})

t.test('indents like JSON.stringify', async () => {
  fc.assert(fc.property(fc.json(), text => {
    // JSON.stringify normalizes numbers and strings, so the input is its output.
    const value: unknown = JSON.parse(text)
    assert.equal(indented(JSON.stringify(value), 100_000), JSON.stringify(value, null, 2))
  }), { numRuns: runs(1000) })
})

t.test('stops at the end of a line when it has enough characters', async () => {
  fc.assert(fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 1, max: 200 }), (text, enough) => {
    const whole = indented(text, 100_000)!
    const start = indented(text, 100_000, enough)!
    assert.ok(whole === start || (start.length >= enough && whole.startsWith(`${start}\n`)))
    // No line sooner would have been enough.
    assert.ok(start.lastIndexOf('\n') < enough)
  }), { numRuns: runs(1000) })
})

t.test('keeps numbers, escapes and repeated keys as they are', async t => {
  t.equal(indented('{"n":12345678901234567890,"f":1.0,"e":1E+2,"n":-0,"s":"\\u00e9\\/"}', 1000), [
    '{', '  "n": 12345678901234567890,', '  "f": 1.0,', '  "e": 1E+2,', '  "n": -0,', '  "s": "\\u00e9\\/"', '}'
  ].join('\n'))
})

t.test('returns undefined for invalid JSON, and for results that are too long', async t => {
  for (const text of ['', '{', '{"a":1,}', 'a', '{a:1}', '1 2', '\ufeff{}']) t.equal(indented(text, 1000), undefined, text)
  t.equal(indented('[1,2]', 12), '[\n  1,\n  2\n]')
  t.equal(indented('[1,2]', 11), undefined)
  const deep = '['.repeat(4_000_000) + ']'.repeat(4_000_000)
  t.equal(indented(deep, 8_000_000), undefined, 'also if indentation makes its lines extremely long')
  t.equal(indented(deep, 10_000), undefined)
})
