import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { isJson } from '../../src/json/is-json.js'
import { runs } from '../support/runs.js'

function isParsed (text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

t.test('agrees with JSON.parse for any text', t => {
  const pieces = fc.string({
    unit: fc.constantFrom(...'{}[]",:\\ \n\t\u00a0-+.eE019ux\u0001é', 'true', 'null', 'false', '"a"', '\\u00e9', '\\n', '{"a":', '1'),
    maxLength: 14
  })
  const bent = fc.tuple(fc.json(), fc.nat(), pieces).map(([json, at, piece]) =>
    json.slice(0, at % (json.length + 1)) + piece + json.slice(at % (json.length + 1)))
  fc.assert(fc.property(fc.oneof(pieces, fc.json(), bent), text => { assert.equal(isJson(text), isParsed(text)) }),
    { numRuns: runs(20_000) })
  t.end()
})

t.test('checks deep and long texts', async t => {
  t.ok(isJson('['.repeat(2_000_000) + ']'.repeat(2_000_000)))
  t.notOk(isJson('['.repeat(2_000_000)))
  t.ok(isJson(JSON.stringify('x\\"é'.repeat(2_000_000))))
  t.ok(isJson('\ufeff{}', 1), 'from the given position')
})
