// JavaScript strings in snippets evaluate to the original text, and contain no characters that an editor or terminal would change.
import assert from 'node:assert/strict'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import fc from 'fast-check'
import { jsKey, jsString } from '../../src/snippets/javascript.js'
import { anyText } from './requests.js'
import { runs } from '../support/runs.js'

t.test('a string evaluates to its text, with all invisible characters escaped', async () => {
  const text = fc.oneof(anyText(), fc.string({ unit: fc.constantFrom('\u2028', '\u2029', '\ufeff', '\ud800', '\udc00', '\\', "'", '\n') }))
  fc.assert(fc.property(text, text => {
    const source = jsString(text)
    assert.equal(runInNewContext(source), text)
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(source, /[\0-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\p{Cs}/u)
  }), { numRuns: runs(1000) })
})

t.test('every key becomes a property with its name', async t => {
  for (const name of ['a', '__proto__', 'constructor', "'", '1']) {
    t.same(Object.entries(runInNewContext(`({ ${jsKey(name)}: 'b' })`) as object), [[name, 'b']])
  }
})
