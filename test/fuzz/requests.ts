// Malformed requests, generated from the schemas and then modified, as raw bytes, because a client library would correct them.
import fc, { type Arbitrary } from 'fast-check'
import { PushSchema } from '../../src/schema/push.js'
import { anyCharacter } from '../support/any-character.js'

/** The bytes of one request, with Connection: close. */
export function requests (sessions: string[]): Arbitrary<Buffer> {
  const target = fc.tuple(paths, query(sessions)).map(([path, query]) => path + query)
  return fc.tuple(fc.oneof({ weight: 8, arbitrary: methods }, { weight: 1, arbitrary: token }), target, content,
    fc.array(header, { maxLength: 4 }))
    .chain(([method, target, { type, body }, headers]) => length(body).map(lengthLine => Buffer.concat([
      Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`),
      Buffer.from(type === undefined ? '' : `Content-Type: ${type}\r\n`),
      Buffer.from(headers.concat(lengthLine).map(line => `${line}\r\n`).join('') + '\r\n'), body
    ])))
}

const methods = fc.constantFrom('GET', 'POST', 'POST', 'POST', 'DELETE', 'PUT', 'HEAD', 'OPTIONS')
const token = fc.stringMatching(/^[!-~]{1,10}$/)
// Possible secrets, in nested encodings, with unpaired surrogates in between.
const piece = fc.constantFrom(
  'token', 'password', 'Authorization', 'Cookie', '=', '&', ';', '?', '#', ': ', '"', '{"', '":"', '"}', '[', ']', '+', '\n',
  '%3D', '%26', '%3F', '%22', '%', 'https://a:b@c/', 'Bearer x', '\ud800', '\udc00', 'x'
)
const secret = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''))
const text = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), secret,
  fc.constantFrom('', '\0', '__proto__', '\ud800', '😀', '[]', 'null', '-1', 'NaN', '9'.repeat(400)))
const escaped = fc.oneof(
  { weight: 9, arbitrary: text.map(value => encodeURIComponent(Buffer.from(value).toString())) },
  { weight: 1, arbitrary: fc.constantFrom('%ED%A0%80', '%', '%FF') }
)

const paths = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('/capture/raw-data') },
  { weight: 4, arbitrary: fc.constantFrom('/capture/batch', '/capture/batch', '/capture/har') },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '/capture/entries', '/capture/entries/1-a', '/capture/online', '/upload', '/capture/screenshots', '/ws', '/readyz'
    )
  },
  { weight: 2, arbitrary: escaped.map(id => `/capture/entries/${id}`) },
  { weight: 1, arbitrary: escaped.map(id => `/capture/screenshots/${id}`) },
  { weight: 1, arbitrary: fc.webPath() },
  { weight: 1, arbitrary: fc.stringMatching(/^\/[!-~]{0,40}$/) }
)

function query (sessions: string[]): Arbitrary<string> {
  const parameter = fc.tuple(fc.constantFrom('sessionId', 'since', 'token', 'password', 'x', '__proto__'), escaped)
    .map(pair => pair.join('='))
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(fc.constantFrom(...sessions), fc.array(parameter, { maxLength: 1 })).map(([id, more]) =>
        `?${[`sessionId=${id}`, ...more].join('&')}`)
    },
    { weight: 1, arbitrary: fc.array(parameter, { maxLength: 4 }).map(all => `?${all.join('&')}`) },
    { weight: 1, arbitrary: fc.stringMatching(/^[?&=%;!-~]{0,40}$/).map(rest => `?${rest}`) }
  )
}

const header = fc.oneof(
  fc.constantFrom(
    'If-None-Match: *', 'If-None-Match: "', 'Transfer-Encoding: chunked', 'Content-Encoding: gzip', 'Authorization: Bearer', 'Origin: null',
    'Origin: https://a.example', 'Origin: https://b.example', 'X-Forwarded-For: ,', 'Expect: 100-continue', 'Upgrade: h2c',
    'Upgrade: websocket', 'Connection: upgrade', 'Range: bytes=0-', 'Accept: */*;q=x'
  ),
  fc.tuple(token, fc.string({ unit: anyCharacter, maxLength: 40 })).map(pair => pair.join(': '))
)

// The fields of a push, with values of any kind; some are valid.
const anything = fc.oneof(text, fc.double(), fc.constantFrom(null, true, 0, -1, 1e308), fc.jsonValue({ maxDepth: 4 }))
const fields = fc.record(Object.fromEntries(Object.keys(PushSchema.properties).map(name =>
  [name, fc.oneof({ weight: 3, arbitrary: sensible(name) }, { weight: 1, arbitrary: anything })])), { requiredKeys: [] })

function sensible (name: string): Arbitrary<unknown> {
  if (name === 'method') return fc.constantFrom('GET', 'post')
  if (name === 'timeConsuming') return fc.constantFrom(0, 12.5, '7')
  return name === 'requestId' ? fc.constantFrom('a', 'b', 'c') : fc.oneof(fc.string({ minLength: 1 }), secret)
}

const json = fields.map(value => JSON.stringify(value))
const array = fc.array(json, { maxLength: 4 }).map(pushes => `[${pushes.join()}]`)
const lines = fc.array(json, { maxLength: 4 }).map(pushes => pushes.join('\n'))
const headers = fc.array(fc.record({ name: anything, value: anything }, { requiredKeys: [] }), { maxLength: 2 })
const recordedContent = fc.record({ text: anything, encoding: fc.constant('base64') })
const message = fc.record(
  { method: fc.constantFrom('GET', 'get', 'x'), url: text, status: anything, headers, content: recordedContent, postData: anything },
  { requiredKeys: [] }
)
const recorded = fc.record(
  { startedDateTime: anything, time: anything, request: message, response: message, _earshot: fc.oneof(fields, anything) },
  { requiredKeys: [] }
)
const har = fc.array(fc.oneof({ weight: 3, arbitrary: recorded }, anything), { maxLength: 4 })
  .map(entries => JSON.stringify({ log: { entries } }))
const form = fc.array(fc.tuple(fc.constantFrom(...Object.keys(PushSchema.properties), '__proto__', ''), fc.oneof(escaped, text)),
  { maxLength: 8 })
  .map(pairs => pairs.map(pair => pair.join('=')).join('&'))
const filename = fc.constantFrom('', '; filename="a.png"', '; filename="')
const part = fc.tuple(fc.constantFrom('screenshot', 'other', ''), filename, fc.uint8Array({ maxLength: 60 }))
  .map(([name, file, bytes]) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${Buffer.from(bytes).toString('latin1')}\r\n`)
const multipart = fc.tuple(fc.array(part, { maxLength: 3 }), fc.constantFrom('--b--\r\n', '--b', ''))
  .map(([parts, end]) => parts.join('') + end)

/** Removes, replaces or inserts a part of a text. */
function bent (source: Arbitrary<string>): Arbitrary<string> {
  return fc.tuple(source, fc.nat(), fc.nat(20), fc.oneof(fc.constant(''), text)).map(([whole, at, cut, put]) => {
    const place = at % (whole.length + 1)
    return whole.slice(0, place) + put + whole.slice(place + cut)
  })
}

const content = fc.oneof(
  kind(['application/json', 'text/plain', 'application/json; charset=utf-16'], json),
  kind(['application/json', 'text/plain'], fc.oneof(array, har)),
  kind(['application/x-ndjson', 'text/plain'], lines),
  kind(['application/x-www-form-urlencoded'], form),
  kind(['multipart/form-data; boundary=b', 'multipart/form-data', 'multipart/form-data; boundary='], multipart),
  fc.constant({ type: undefined, body: Buffer.alloc(0) }),
  fc.record({ type: fc.string({ maxLength: 30 }), body: fc.uint8Array().map(bytes => Buffer.from(bytes)) })
)

function kind (types: string[], source: Arbitrary<string>): Arbitrary<{ type: string | undefined, body: Buffer }> {
  const body = fc.oneof(source, bent(source)).map(value => Buffer.from(value))
  return fc.record({ type: fc.constantFrom(...types), body })
}

// Mostly correct, because the service would only wait for a body that never arrives completely.
function length (body: Buffer): Arbitrary<string[]> {
  return fc.oneof({ weight: 20, arbitrary: fc.constant<string[]>([`Content-Length: ${body.length}`]) },
    {
      weight: 1,
      arbitrary: fc.subarray(['Content-Length: 0', 'Content-Length: -1', 'Content-Length: x', 'Content-Length: 99999999999'],
        { maxLength: 1 })
    })
}
