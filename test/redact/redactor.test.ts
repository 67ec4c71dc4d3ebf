// Secrets in the formats in which apps send and store them. Only secrets change, and any text is processed in bounded time.
import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { createRedactor } from '../../src/redact/redactor.js'
import { DEFAULT_NAMES } from '../../src/redact/names.js'
import type { Push } from '../../src/schema/push.js'
import { anyCharacter } from '../support/any-character.js'
import { runs } from '../support/runs.js'

const redact = createRedactor(['default'])
const body = (request: string) => redact({ api: '/', method: 'POST', request }).request
const api = (url: string) => redact({ api: url, method: 'GET' }).api

t.test('redacts every field that can hold secrets, and does not change the others', async t => {
  const given = {
    requestHeader: 'Cookie: s3cret',
    responseHeader: 'Set-Cookie: s3cret',
    request: 'password=s3cret',
    response: '{"token":"s3cret"}',
    pageParams: '?token=s3cret',
    storage: '{"jwt":"s3cret"}'
  }
  const expected = Object.fromEntries(Object.entries(given).map(([field, text]) => [field, text.replace('s3cret', '[redacted]')]))
  const kept = { method: 'GET', requestId: 'token=s3cret', timeConsuming: 1 } as const
  t.same(redact({ api: '/a?token=s3cret', ...kept, ...given }), { api: '/a?token=[redacted]', ...kept, ...expected })
  t.same(redact({ api: '/a', method: 'GET', response: '' }), { api: '/a', method: 'GET', response: '' }, 'adds no fields')
})

t.test('redacts JSON within strings of JSON, and keeps it a valid string', async t => {
  const state = { user: '{"name":"é\\/","accessToken":"s3cret","n":1.0}', theme: 'dark' }
  t.equal(body(JSON.stringify(state)), JSON.stringify({ ...state, user: '{"name":"é\\/","accessToken":"[redacted]","n":1.0}' }))
  let [given, expected] = ['{"pin":1234,"a":"\\u0061"}', '{"pin":"[redacted]","a":"\\u0061"}']
  for (let level = 0; level < 10; level++) [given, expected] = [JSON.stringify(given), JSON.stringify(expected)]
  t.equal(body(given), expected)
})

t.test('an unpaired surrogate, which cannot be URL-encoded, causes no error', async t => {
  t.equal(api('/a?x=%7B%22password%22:%22s3cret%22,%22b%22:%22\ud800%22%7D'),
    `/a?x=${encodeURIComponent('{"password":"[redacted]","b":"\ufffd"}')}`)
  t.equal(body('x={"password":"s3cret%20","b":"\ud800"}'), `x=${encodeURIComponent('{"password":"[redacted]","b":"\ufffd"}')}`)
  t.equal(body('a=\ud800&token=%20'), 'a=\ud800&token=[redacted]', 'and stays if nothing needs encoding')
})

t.test('redacts more secrets in a text than a function call can have arguments', async t => {
  const fields = (pin: string) => Array(150_000).fill(`pin=${pin}`).join('&')
  for (const around of [
    (text: string) => JSON.stringify({ text }), (text: string) => `--x\r\n\r\n${text}\r\n--x--`,
    (text: string) => `a=${encodeURIComponent(text)}`
  ]) {
    t.ok(body(around(fields('s3cret'))) === around(fields('[redacted]')))
  }
  const header = (text: string) => redact({ api: '/', method: 'GET', requestHeader: `X: ${text}` }).requestHeader
  t.ok(header(fields('s3cret')) === `X: ${fields('[redacted]')}`)
})

t.test('of several lines, only those that are JSON are redacted', async t => {
  for (const [given, expected] of [
    ['{"a":1}\nno JSON, {"token":"b"}\n{"token":"s3cret"}', '{"a":1}\nno JSON, {"token":"b"}\n{"token":"[redacted]"}'],
    ['{"token":"s3cret"}\n{"token":"cut o', '{"token":"[redacted]"}\n{"token":"cut o']
  ]) t.equal(body(given!), expected)
})

t.test('leaves malformed texts, and texts without names, unchanged', async t => {
  for (const text of [
    '{"password":"s3cret"', '{"password":"s3cret"}}', '[object Object]', '{"password":', '"token=1',
    '<input name="password" value="a">', 'The token = 5 & more',
    '--password=a', 'data:image/png;base64,iVBORw0KGgo=', '{"a":"{\\"password\\":"}', '=', '&', '?', '#', '//', '@', 'ключ',
    '\ud800="\udfff'
  ]) {
    t.equal(body(text), text)
    t.equal(body(JSON.stringify(text)), JSON.stringify(text))
  }
})

const SECRET = 's3cret'
const word = fc.string({ unit: fc.constantFrom(...'abcxyz{}[]":,\\/é \n😀'), maxLength: 8 })
const spelt = fc.constantFrom(...DEFAULT_NAMES).chain(name =>
  fc.constantFrom(name, name.toUpperCase(), name.replaceAll('-', '_'), name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())))
// Among whole numbers of so many digits, some are those of cards.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).filter(number => !/^-?\d{12,19}$/.test(String(number)))
const { tree } = fc.letrec(tie => ({
  leaf: fc.oneof(word, number, fc.boolean(), fc.constant(null)),
  object: fc.dictionary(word.map(key => `k${key}`), tie('tree'), { maxKeys: 4 }),
  secrets: fc.dictionary(spelt, fc.constantFrom<unknown>(SECRET, [SECRET], { a: { b: SECRET } }), { maxKeys: 2, noNullPrototype: true }),
  tree: fc.oneof({ maxDepth: 5, depthSize: 'medium' }, tie('leaf'), tie('object'), tie('secrets'), fc.array(tie('tree'), { maxLength: 4 }),
    tie('tree').map(inner => JSON.stringify(inner)))
}))

/** Computes the expected value in another way than the redactor does: by parsing. */
function expected (value: unknown): unknown {
  if (typeof value === 'string') {
    const inner = parsed(value)
    const redacted = JSON.stringify(expected(inner))
    return redacted === JSON.stringify(inner) ? value : redacted
  }
  if (Array.isArray(value)) return value.map(expected)
  if (typeof value !== 'object' || value === null) return value
  const listed = new Set(DEFAULT_NAMES.map(name => name.replaceAll(/[-_]/g, '')))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) =>
    [key, listed.has(key.toLowerCase().replaceAll(/[-_]/g, '')) ? '[redacted]' : expected(inner)]))
}

function parsed (text: string): unknown {
  try { return JSON.parse(text) } catch { return undefined }
}

t.test('in any JSON, secrets are redacted, and everything else stays equal', t => {
  fc.assert(fc.property(tree, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
    const text = JSON.stringify(value, null, indent)
    const redacted = body(text)
    assert.ok(!redacted.includes(SECRET))
    assert.deepEqual(JSON.parse(redacted), expected(JSON.parse(text))) // JSON knows no -0
    assert.equal(body(redacted), redacted)
  }), { numRuns: runs(1000) })
  t.end()
})

t.test('a text without listed names stays the same, and no text makes it throw', t => {
  const none = createRedactor(['not-there'])
  const piece = fc.constantFrom(...'{}[]"\\:,=&;?#@% \r\n-', 'token', 'name', 'value', '//', 'u0061', '\ud800', '%20')
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }), fc.json(), fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.webQueryParameters(),
    fc.string({ unit: piece, maxLength: 40 })
  )
  fc.assert(fc.property(text, text, (api, text) => {
    const push: Push = { api, method: 'GET', requestHeader: text, response: text }
    assert.deepEqual(none(push), push)
    redact(push)
  }), { numRuns: runs(2000) })
  t.end()
})

// Far above what any case needs, and far below what quadratic time would need.
const MAX_CPU_US = 2_000_000

t.test('hostile texts of great depth or size take bounded time', async t => {
  const bounded = (push: Push) => {
    const before = process.cpuUsage()
    const redacted = redact(push)
    const { user, system } = process.cpuUsage(before)
    t.ok(user + system < MAX_CPU_US, push.api.slice(0, 40))
    return redacted
  }
  for (const piece of [
    '[', '[{"a":\n', '{}\n', 'data: {"a=', 'data:{"a=\n', '{"a":', '{"name":"token","value":', '[["token",["a",', '[["token",a',
    '* [HTTP/2] [1] [', '> A ', '\n\t', '\na=', '"a": "', '"', '\\"', 'pin=&', 'a=b; ', '%3D', 'a=%25', ' ', '\r\n ', '{token: ', ', a',
    '--x\r\n', '?a=b', '#', '@'
  ]) {
    for (const start of ['', '{', '"', 'a=b', 'token: ', '--x\r\n']) {
      const text = start + piece.repeat(200_000 / piece.length)
      bounded({ api: text, method: 'GET', requestHeader: text, response: text })
    }
  }
  const deep = '['.repeat(2_000_000) + '{"token":1}' + ']'.repeat(2_000_000)
  t.ok(bounded({ api: '/', method: 'POST', request: deep }).request === deep.replace('1', '"[redacted]"'))
})
