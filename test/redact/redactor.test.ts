// What apps send and keep, in the forms they have; that nothing but a secret changes, by a byte; and that no text does harm.
import assert from 'node:assert/strict'
import t from 'tap'
import fc from 'fast-check'
import { createRedactor } from '../../src/redact/redactor.js'
import { DEFAULT_NAMES } from '../../src/redact/names.js'
import type { Push } from '../../src/schema/push.js'
import { runs } from '../support/runs.js'

const redact = createRedactor(['default'])
const body = (request: string) => redact({ api: '/', method: 'POST', request }).request
const api = (url: string) => redact({ api: url, method: 'GET' }).api

t.test('every field that may hold a secret is redacted, and the others are not touched', async t => {
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
  t.same(redact({ api: '/a', method: 'GET', response: '' }), { api: '/a', method: 'GET', response: '' }, 'and none is made up')
})

t.test('JSON is redacted at any depth, whatever the value is, and keeps all else to the byte', async t => {
  for (const [given, expected] of [
    ['{"a":[{"b":{"password":"s3cret"}}]}', '{"a":[{"b":{"password":"[redacted]"}}]}'],
    ['{"token":{"id":"s3cret","x":["}"]},"a":1}', '{"token":"[redacted]","a":1}'],
    ['{"pin":1234,"otp" : null ,"secret":[1,"s3cret"]\n}', '{"pin":"[redacted]","otp" : "[redacted]" ,"secret":"[redacted]"\n}'],
    [' {"n":12345678901234567890.10,"pass\\u0077ord":"s3\\"cret\\\\","é":"\\u00e9\\/" }\n', ' {"n":12345678901234567890.10,"pass\\u0077ord":"[redacted]","é":"\\u00e9\\/" }\n'],
    ['{"token":"s3cret","token":"s3cret"}', '{"token":"[redacted]","token":"[redacted]"}'],
    ['[{"name":"password","value":{"x":"s3cret"}},{"key":"Token","a":{},"value":12}]', '[{"name":"password","value":"[redacted]"},{"key":"Token","a":{},"value":"[redacted]"}]'],
    ['{"name":"value","value":"name","x":{"value":"password"}}', '{"name":"value","value":"name","x":{"value":"password"}}'],
    ['{"_parts":[["password","s3cret"],["a","b"]]}', '{"_parts":[["password","[redacted]"],["a","b"]]}'],
    ['[["token","created","by"],["id","token"]]', '[["token","created","by"],["id","token"]]'],
    ['["password","username"]', '["password","username"]'],
    ['{"url":"https:\\/\\/a\\/?b=1&token=s3cret#c","u":"\\u003d"}', '{"url":"https:\\/\\/a\\/?b=1&token=[redacted]#c","u":"\\u003d"}'],
    ['{"url":"\\/?b=\\u003d1\\u0026token\\u003ds3cret"}', '{"url":"\\/?b=\\u003d1\\u0026token\\u003d[redacted]"}'],
    ['{"body":"user=a&password=s3cret"}', '{"body":"user=a&password=[redacted]"}'],
    ['{"auth.x.accessToken":"s3cret","user[password]":"s3cret"}', '{"auth.x.accessToken":"[redacted]","user[password]":"[redacted]"}'],
    ['{"name":"password","value":"s3cret","value":"t"}', '{"name":"password","value":"[redacted]"}'],
    ['\ufeff{"password":"s3cret"}', '\ufeff{"password":"[redacted]"}']
  ]) t.equal(body(given!), expected)
})

t.test('JSON in strings of JSON is redacted where it is, and stays a string', async t => {
  const state = { user: '{"name":"é\\/","accessToken":"s3cret","n":1.0}', theme: 'dark' }
  t.equal(body(JSON.stringify(state)), JSON.stringify({ ...state, user: '{"name":"é\\/","accessToken":"[redacted]","n":1.0}' }))
  let [given, expected] = ['{"pin":1234,"a":"\\u0061"}', '{"pin":"[redacted]","a":"\\u0061"}']
  for (let level = 0; level < 10; level++) [given, expected] = [JSON.stringify(given), JSON.stringify(expected)]
  t.equal(body(given), expected)
})

t.test('half a surrogate pair, which cannot be encoded, does no harm', async t => {
  t.equal(api('/a?x=%7B%22password%22:%22s3cret%22,%22b%22:%22\ud800%22%7D'), `/a?x=${encodeURIComponent('{"password":"[redacted]","b":"\ufffd"}')}`)
  t.equal(body('x={"password":"s3cret%20","b":"\ud800"}'), `x=${encodeURIComponent('{"password":"[redacted]","b":"\ufffd"}')}`)
  t.equal(body('a=\ud800&token=%20'), 'a=\ud800&token=[redacted]', 'and stays where nothing is encoded anew')
})

t.test('a text may hold more secrets than a call may have arguments', async t => {
  const fields = (pin: string) => Array(150_000).fill(`pin=${pin}`).join('&')
  for (const around of [(text: string) => JSON.stringify({ text }), (text: string) => `--x\r\n\r\n${text}\r\n--x--`, (text: string) => `a=${encodeURIComponent(text)}`]) {
    t.ok(body(around(fields('s3cret'))) === around(fields('[redacted]')))
  }
  const header = (text: string) => redact({ api: '/', method: 'GET', requestHeader: `X: ${text}` }).requestHeader
  t.ok(header(fields('s3cret')) === `X: ${fields('[redacted]')}`)
})

t.test('forms, cookies and parts are redacted', async t => {
  for (const [given, expected] of [
    ['user=a&password=s3cret&b=%20+c', 'user=a&password=[redacted]&b=%20+c'],
    ['remember&Pass%77ord=s3 cret;x=1&x=1', 'remember&Pass%77ord=[redacted]&x=1'],
    ['user[password]=s3cret&user.token=s3cret&card[cvv][]=1', 'user[password]=[redacted]&user.token=[redacted]&card[cvv][]=[redacted]'],
    ['payload=%7B%22password%22%3A%22s3cret%22%2C%22n%22%3A1.0%7D&a=1', `payload=${encodeURIComponent('{"password":"[redacted]","n":1.0}')}&a=1`],
    ['data={"password":"s3cret"}&y=%zz', 'data={"password":"[redacted]"}&y=%zz'],
    ['next=%2Fa%3Ftoken%3Ds3cret', `next=${encodeURIComponent('/a?token=[redacted]')}`],
    ['a=1\r\ntoken=s3cret\r\nb=2\r\n', 'a=1\r\ntoken=[redacted]\r\nb=2\r\n'],
    ['user=a&b\npassword=s3cret', 'user=a&b\npassword=[redacted]'],
    ['user=a\r\npassword=s3cret\r\ns3cret\r\n  b=2&c', 'user=a\r\npassword=[redacted]\r\n  b=2&c'],
    ['password=s3cret\ns3cret&b=2\nc', 'password=[redacted]&b=2\nc'],
    ['theme=dark; token=s3cret; secure', 'theme=dark; token=[redacted]; secure'],
    ['pages/index?token=s3cret', 'pages/index?token=[redacted]'],
    ['?token=s3cret&q=two words', '?token=[redacted]&q=two words'],
    [' password=s3cret&a=1', ' password=[redacted]&a=1'],
    ['--x\r\nContent-Disposition: form-data; filename="name=x"; name=\'user[password]\'\r\n\r\ns3cret\r\n--x--\r\n', '--x\r\nContent-Disposition: form-data; filename="name=x"; name=\'user[password]\'\r\n\r\n[redacted]\r\n--x--\r\n'],
    ['--x\r\nContent-Disposition: form-data; name="password"\r\n\r\ns3cret\r\n--x\r\nContent-Disposition: form-data; name="a"; filename="token"\r\n\r\n{"token":1, "b":2}\r\n--x\r\n\r\n--x--\r\n',
      '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n[redacted]\r\n--x\r\nContent-Disposition: form-data; name="a"; filename="token"\r\n\r\n{"token":"[redacted]", "b":2}\r\n--x\r\n\r\n--x--\r\n']
  ]) t.equal(body(given!), expected)
})

t.test('lines of JSON and server-sent events are redacted line by line', async t => {
  for (const [given, expected] of [
    ['{"token":"s3cret"}\n{"a":1,"pin":2}\r\n\n[{"jwt":"s3cret"}]\n', '{"token":"[redacted]"}\n{"a":1,"pin":"[redacted]"}\r\n\n[{"jwt":"[redacted]"}]\n'],
    ['{"a":1}\nno JSON, {"token":"b"}\n{"token":"s3cret"}', '{"a":1}\nno JSON, {"token":"b"}\n{"token":"[redacted]"}'],
    ['{"token":"s3cret"}\n{"token":"cut o', '{"token":"[redacted]"}\n{"token":"cut o'],
    ['\ufeff{"a":1}\n {"token":"s3cret"}', '\ufeff{"a":1}\n {"token":"[redacted]"}'],
    ['data: {"token":"s3cret"}', 'data: {"token":"[redacted]"}'],
    ['event: login\nid: 1\ndata:{"token":"s3cret","body":"pin=1&a=b"}\n\n: ping\n\ndata: {"a":1}\n\n', 'event: login\nid: 1\ndata:{"token":"[redacted]","body":"pin=[redacted]&a=b"}\n\n: ping\n\ndata: {"a":1}\n\n'],
    [':a=1\npin=s3cret', ':a=1\npin=[redacted]'],
    [JSON.stringify({ log: '{"a":1}\n{"token":"s3cret"}' }), JSON.stringify({ log: '{"a":1}\n{"token":"[redacted]"}' })]
  ]) t.equal(body(given!), expected)
})

t.test('addresses are redacted in their query, fragment, path parameters, and before their host', async t => {
  for (const [given, expected] of [
    ['/a?b=1&access_token=s3cret&c', '/a?b=1&access_token=[redacted]&c'],
    ['/a?b c=1&token=s3 cret', '/a?b c=1&token=[redacted]'],
    ['/a?next=/b?token=s3cret', '/a?next=/b?token=[redacted]'],
    ['/cb#id_token=s3cret&state=1', '/cb#id_token=[redacted]&state=1'],
    ['/#/cb?token=s3cret', '/#/cb?token=[redacted]'],
    ['/a;jsessionid=s3cret/b?c=1', '/a;jsessionid=[redacted]/b?c=1'],
    ['wss://me:s3cret@a:80/?sid=s3cret', 'wss://me:[redacted]@a:80/?sid=[redacted]'],
    ['https://s3cret@a/', 'https://[redacted]@a/'],
    ['https://a:80/@b?c=d@e.f', 'https://a:80/@b?c=d@e.f']
  ]) t.equal(api(given!), expected)
})

t.test('what cannot be parsed, and what is no text with names, is left as it is', async t => {
  for (const text of [
    '{"password":"s3cret"', '{"password":"s3cret"}}', "{password:'a'}", '[object Object]', '{"password":', '"token=1', '<input name="password" value="a">', 'The token = 5 & more',
    '--password=a', 'data:image/png;base64,iVBORw0KGgo=', '{"a":"{\\"password\\":"}', '=', '&', '?', '#', '//', '@', 'ключ', '\ud800="\udfff'
  ]) {
    t.equal(body(text), text)
    t.equal(body(JSON.stringify(text)), JSON.stringify(text))
  }
})

const SECRET = 's3cret'
const word = fc.string({ unit: fc.constantFrom(...'abcxyz{}[]":,\\/é \n😀'), maxLength: 8 })
const spelt = fc.constantFrom(...DEFAULT_NAMES).chain(name => fc.constantFrom(name, name.toUpperCase(), name.replaceAll('-', '_'), name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())))
const { tree } = fc.letrec(tie => ({
  leaf: fc.oneof(word, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
  object: fc.dictionary(word.map(key => `k${key}`), tie('tree'), { maxKeys: 4 }),
  secrets: fc.dictionary(spelt, fc.constantFrom<unknown>(SECRET, [SECRET], { a: { b: SECRET } }), { maxKeys: 2, noNullPrototype: true }),
  tree: fc.oneof({ maxDepth: 5, depthSize: 'medium' }, tie('leaf'), tie('object'), tie('secrets'), fc.array(tie('tree'), { maxLength: 4 }), tie('tree').map(inner => JSON.stringify(inner)))
}))

/** The value as it is to become, told by another way than the redactor's: through parsing. */
function expected (value: unknown): unknown {
  if (typeof value === 'string') {
    const inner = parsed(value)
    const redacted = JSON.stringify(expected(inner))
    return redacted === JSON.stringify(inner) ? value : redacted
  }
  if (Array.isArray(value)) return value.map(expected)
  if (typeof value !== 'object' || value === null) return value
  const listed = new Set(DEFAULT_NAMES.map(name => name.replaceAll(/[-_]/g, '')))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, listed.has(key.toLowerCase().replaceAll(/[-_]/g, '')) ? '[redacted]' : expected(inner)]))
}

function parsed (text: string): unknown {
  try { return JSON.parse(text) } catch { return undefined }
}

t.test('of any JSON, however spaced, the secrets go and everything else is equal', t => {
  fc.assert(fc.property(tree, fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
    const text = JSON.stringify(value, null, indent)
    const redacted = body(text)
    assert.ok(!redacted.includes(SECRET))
    assert.deepEqual(JSON.parse(redacted), expected(JSON.parse(text))) // JSON knows no -0
    assert.equal(body(redacted), redacted)
  }), { numRuns: runs(1000) })
  t.end()
})

t.test('a text without a listed name is the same text, and no text makes it throw', t => {
  const none = createRedactor(['not-there'])
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.webQueryParameters(),
    fc.string({ unit: fc.constantFrom(...'{}[]"\\:,=&;?#@% \r\n-', 'token', 'name', 'value', '//', 'u0061', '\ud800', '%20'), maxLength: 40 }))
  fc.assert(fc.property(text, text, (api, text) => {
    const push: Push = { api, method: 'GET', requestHeader: text, response: text }
    assert.deepEqual(none(push), push)
    redact(push)
  }), { numRuns: runs(2000) })
  t.end()
})

// Far above what any of them takes, and far below what one would that took time by the square of its length.
const MOST_CPU_US = 2_000_000

t.test('depth and size of a hostile text are borne', async t => {
  const bounded = (push: Push) => {
    const before = process.cpuUsage()
    const redacted = redact(push)
    const { user, system } = process.cpuUsage(before)
    t.ok(user + system < MOST_CPU_US, push.api.slice(0, 40))
    return redacted
  }
  for (const piece of ['[', '[{"a":\n', '{}\n', 'data: {"a=', 'data:{"a=\n', '{"a":', '{"name":"token","value":', '[["token",["a",', '[["token",a', '* [HTTP/2] [1] [', '> A ', '\n\t', '\na=', '"a": "', '"', '\\"', 'pin=&', 'a=b; ', '%3D', 'a=%25', ' ', '\r\n ', '{token: ', ', a', '--x\r\n', '?a=b', '#', '@']) {
    for (const start of ['', '{', '"', 'a=b', 'token: ', '--x\r\n']) {
      const text = start + piece.repeat(200_000 / piece.length)
      bounded({ api: text, method: 'GET', requestHeader: text, response: text })
    }
  }
  const deep = '['.repeat(2_000_000) + '{"token":1}' + ']'.repeat(2_000_000)
  t.ok(bounded({ api: '/', method: 'POST', request: deep }).request === deep.replace('1', '"[redacted]"'))
})
