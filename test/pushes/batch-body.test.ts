// The bodies of batches: each push is read in the same way as a push that is sent alone.
import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { ApiError } from '../../src/errors.js'
import { readArray, readBeacon, readLines, type ReadPush } from '../../src/pushes/batch-body.js'
import { readJsonPush } from '../../src/pushes/push-body.js'
import { runs } from '../support/runs.js'

/** Reads a single push as /capture/raw-data does. */
function alone (text: string): ReadPush {
  try {
    return { push: readJsonPush(text) }
  } catch (error) {
    if (error instanceof ApiError) return { refusal: { code: error.code, message: error.message } }
    throw error
  }
}

const scalar = fc.oneof(fc.string(), fc.double(), fc.constantFrom(null, true, '7.5', '', '],[', '"\\'))
const fields = fc.record({
  api: scalar,
  method: scalar,
  timeConsuming: scalar,
  age: scalar,
  requestId: fc.jsonValue(),
  request: fc.jsonValue(),
  response: fc.jsonValue(),
  note: fc.jsonValue(),
  x: fc.jsonValue(),
  ['__proto__']: fc.jsonValue()
}, { requiredKeys: [] })
const long = fields.map(push => ({ ...push, storage: 'x'.repeat(20_000) }))
const pushes = fc.array(fc.oneof({ weight: 9, arbitrary: fields }, long, fc.jsonValue()), { maxLength: 8 })
const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\r'), maxLength: 3 })

t.test('pushes of an array are read like single pushes', t => {
  fc.assert(fc.property(pushes, blanks, (values, blank) => {
    const texts = values.map(value => JSON.stringify(value))
    assert.deepEqual(readArray(`${blank}[${blank}${texts.join(`${blank},\n`)}${blank}]\n`), texts.map(alone))
  }), { numRuns: runs(500) })
  t.end()
})

t.test('pushes on lines are read like single pushes, also broken ones', t => {
  const broken = fc.constantFrom('{"api":', '{}{}', 'null', '[', 'api=/a&method=GET', '\ufeff{}', '\u0000')
  const line = fc.oneof({ weight: 3, arbitrary: fields.map(value => JSON.stringify(value)) }, broken)
  fc.assert(fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), blanks, (lines, blank) => {
    const expected = lines.map(alone)
    assert.deepEqual(readLines(lines.join(`${blank}\n${blank}\n`)), expected)
    assert.deepEqual(readLines(`\r\n${lines.join('\r\n')}\r\n`), expected)
    if (!lines[0]!.startsWith('[')) assert.deepEqual(readBeacon(lines.join('\n')), expected)
  }), { numRuns: runs(500) })
  t.end()
})

t.test('values keep their source text', async t => {
  const source = '[{"api":"/a","method":"GET","requestId":42,"request":{"id":12345678901234567890,"x":[ 1.0 ]},"response":"\\u0041"}]'
  t.same(readArray(source),
    [{ push: { api: '/a', method: 'GET', requestId: '42', request: '{"id":12345678901234567890,"x":[ 1.0 ]}', response: 'A' } }])
})

t.test('a text body is an array if it begins with [, otherwise lines', async t => {
  t.equal(readBeacon(' \n[{},{}]').length, 2)
  t.equal(readBeacon('{}\n{}\n{}').length, 3)
})

t.test('rejects a body as a whole if it is not a list, malformed or too long', async t => {
  const cases: [read: (source: string) => ReadPush[], source: string, code: string, message: string][] = [
    [readArray, '', 'bad_request', 'The body is empty'],
    [readArray, ' \n', 'bad_request', 'The body is empty'],
    [readLines, '\n \r\n', 'bad_request', 'The body is empty'],
    [readBeacon, '', 'bad_request', 'The body is empty'],
    [readArray, '[{"api":"/a","method":"GET"},{]', 'bad_request', 'The body is not valid JSON'],
    [readArray, '[{"api":"/a","method":"GET"}', 'bad_request', 'The body is not valid JSON'],
    [readArray, '[{},]', 'bad_request', 'The body is not valid JSON'],
    [readBeacon, '[{},{}', 'bad_request', 'The body is not valid JSON'],
    [readArray, '{"api":"/a","method":"GET"}', 'bad_request', 'The body must be a JSON array of pushes'],
    [readArray, 'null', 'bad_request', 'The body must be a JSON array of pushes'],
    [readArray, `[${'{},'.repeat(500)}{}]`, 'too_large', 'A batch has at most 500 pushes; split this one'],
    [readLines, '{}\n'.repeat(501), 'too_large', 'A batch has at most 500 pushes; split this one'],
    [readArray, `[${'1,'.repeat(600_000)}1]`, 'too_large', 'A batch has at most 500 pushes; split this one'],
    [readArray, '['.repeat(1_000_000), 'bad_request', 'The body is not valid JSON']
  ]
  for (const [read, source, code, message] of cases) t.throws(() => read(source), { code, message }, source.slice(0, 40))
  t.equal(readArray(`[${'{},'.repeat(499)}{}]`).length, 500)
  t.equal(readLines('{}\n'.repeat(500)).length, 500)
  t.same(readArray('[]'), [])
  t.same(readArray('['.repeat(1_000_000) + ']'.repeat(1_000_000)), [{ push: undefined }])
})
