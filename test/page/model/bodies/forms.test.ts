// Parsing multipart forms, GraphQL requests and bytes; and which views a body has.
import fc from 'fast-check'
import t from 'tap'
import { requestBodyOf, responseBodyOf } from '../../../../src/exchange/body.js'
import { bytesOf } from '../../../../src/web/viewer/model/bodies/bytes.js'
import { graphqlParts } from '../../../../src/web/viewer/model/bodies/graphql-parts.js'
import { findBytes, hexBytes, hexRow, hexRowCount } from '../../../../src/web/viewer/model/bodies/hex-rows.js'
import { readMultipart } from '../../../../src/web/viewer/model/bodies/multipart.js'
import { viewsOf, languageOf } from '../../../../src/web/viewer/model/bodies/views.js'
import { entryWith } from '../../../exchange/entry.js'
import { runs } from '../../../support/runs.js'

const FORM = [
  '--X', 'Content-Disposition: form-data; name="a"', '', '1', '--X', 'Content-Disposition: form-data; name="file"; filename="a%22b.txt"',
  'Content-Type: text/plain', '', 'line 1', '', 'line 3', '--X--', ''
]

t.test('a multipart form is split into parts, with CRLF or LF, even if it is cut', async t => {
  for (const newline of ['\r\n', '\n']) {
    t.same(readMultipart(FORM.join(newline)), [
      { name: 'a', fileName: undefined, type: '', text: '1', isCut: false },
      { name: 'file', fileName: 'a"b.txt', type: 'text/plain', text: ['line 1', '', 'line 3'].join(newline), isCut: false }
    ])
  }
  const cut = readMultipart('--X\r\nContent-Disposition: form-data; name=a; filename*=UTF-8\'\'%e4%b8%ad\r\n\r\nab')
  t.same(cut?.map(({ name, fileName, text, isCut }) => [name, fileName, text, isCut]), [['a', '中', 'ab', true]])
  t.equal(readMultipart('a=1'), undefined)
  t.same(readMultipart('--X\n--X--'), [{ name: '', fileName: undefined, type: '', text: '', isCut: false }])
})

t.test('readMultipart() never throws or hangs', async t => {
  const unit = fc.constantFrom('--X', '\r\n', '\n', 'Content-Disposition: form-data; name="', '"', '--', '%', ':', 'a', ';')
  fc.assert(fc.property(fc.string({ unit }), text => {
    t.ok(Array.isArray(readMultipart(`--X\r\n${text}`)))
  }), { numRuns: runs(500) })
})

t.test('graphqlParts() returns query and variables as they were sent', async t => {
  const request = '{"operationName":"A","variables":{"id":12345678901234567890},"query":"query A {\\n  a\\n}"}'
  t.same(graphqlParts(entryWith({ request })),
    [{ operationName: 'A', query: 'query A {\n  a\n}', variables: '{"id":12345678901234567890}' }])
  t.equal(graphqlParts(entryWith({ request: `[${request},${request}]` })).length, 2)
  t.same(graphqlParts(entryWith({ api: '/g?query=%7Ba%7D&variables=null' })), [{ operationName: '', query: '{a}', variables: 'null' }])
  t.same(graphqlParts(entryWith({ request: 'query { a }' })).map(({ query }) => query), ['query { a }'])
  t.same(graphqlParts(entryWith({ request: '{"query":' })), [])
})

t.test('bytesOf() decodes base64 and base64url, or encodes the text as UTF-8', async t => {
  fc.assert(fc.property(fc.uint8Array({ minLength: 1 }), bytes => {
    t.same([...bytesOf({ text: '', base64: Buffer.from(bytes).toString('base64') })], [...bytes])
    t.same([...bytesOf({ text: '', base64: Buffer.from(bytes).toString('base64url') })], [...bytes])
  }))
  t.same([...bytesOf({ text: 'é', base64: undefined })], [0xc3, 0xa9])
  t.doesNotThrow(() => bytesOf({ text: '', base64: 'A' }))
})

t.test('a hex dump has 16 bytes a row, and can be searched', async t => {
  const bytes = Uint8Array.from({ length: 20 }, (_, n) => n + 0x61)
  t.equal(hexRowCount(bytes), 2)
  t.same(hexRow(bytes, 1), { offset: '00000010', groups: ['71 72 73 74', ''], ascii: 'qrst' })
  t.equal(hexRow(Uint8Array.of(0, 0x7f, 0xff), 0).ascii, '···')
  t.same(findBytes(bytes, Uint8Array.of(0x63, 0x64), 9), [2])
  t.same(findBytes(bytes, Uint8Array.of(), 9), [])
  t.same([...hexBytes('DE ad') ?? []], [0xde, 0xad])
  t.equal(hexBytes('xyz'), undefined)
})

t.test('each body has the views of its kind, and always text and hex', async t => {
  const views = (responseHeader: string, response: string) => viewsOf(responseBodyOf(entryWith({ responseHeader, response })))
  t.same(views('content-type: text/html', '{"a":1}'), ['tree', 'pretty', 'text', 'hex'], 'JSON by its looks')
  t.same(views('content-type: text/html', '<p>'), ['preview', 'pretty', 'text', 'hex'])
  t.same(views('content-type: application/json', 'oops'), ['tree', 'pretty', 'text', 'hex'])
  t.same(views('content-type: image/png', 'data:image/png;base64,AAEC'), ['image', 'hex', 'text'])
  t.same(views('', 'data:application/x-protobuf;base64,AAEC'), ['hex', 'text'])
  t.same(views('content-type: image/svg+xml', '<svg></svg>'), ['image', 'pretty', 'text', 'hex'])
  t.same(views('content-type: image/png', 'oops'), ['text', 'hex'])
  t.same(views('content-type: text/css', 'a{}'), ['pretty', 'text', 'hex'])
  t.same(views('', 'a\u0000b'), ['hex', 'text'])
  const request = (request: string, requestHeader = '') => viewsOf(requestBodyOf(entryWith({ request, requestHeader })))
  t.same(request('a=1&b=2'), ['fields', 'text', 'hex'])
  t.same(request(FORM.join('\r\n'), 'content-type: multipart/form-data; boundary=X'), ['parts', 'text', 'hex'])
  t.same(request('oops', 'content-type: multipart/form-data; boundary=X'), ['fields', 'text', 'hex'])
})

t.test('languageOf() finds the language of a body by its type or content', async t => {
  const language = (type: string, response: string) =>
    languageOf(responseBodyOf(entryWith({ responseHeader: `content-type: ${type}`, response })))
  t.same([
    language('text/html', '<p>'), language('text/javascript', 'a'), language('text/css', 'a'), language('application/xml', '<a/>'),
    language('', '<svg>'), language('text/plain', 'a')
  ], ['html', 'javascript', 'css', 'xml', 'xml', undefined])
})
