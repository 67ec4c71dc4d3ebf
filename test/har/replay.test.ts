// HAR entries become pushes, including every oddity of recordings by browsers.
import { test } from 'tap'
import { harEntryOf } from '../../src/har/har-entry.js'
import type { RecordedPush } from '../../src/har/reading.js'
import { parseHar } from '../../src/har/recording.js'
import { replay, startAndEnd } from '../../src/har/replay.js'

type Entry = Parameters<typeof startAndEnd>[0]
type Content = NonNullable<NonNullable<Entry['response']>['content']>
type PostData = NonNullable<NonNullable<Entry['request']>['postData']>

const base64 = (bytes: string | number[]) => Buffer.from(bytes as string).toString('base64')
const complete = (entry: Entry): RecordedPush => startAndEnd(entry, 'r').complete!
const elapsed = (fields: Entry) => complete(fields).timeConsuming
const answered = (content: Content) => complete({ response: { content } }).response
// HAR 1.2 allows either text or params; browsers write both.
const asked = (postData: object | null) => complete({ request: { postData: postData as PostData } }).request
const path = (url: string) => complete({ request: { url } }).api

test('an entry becomes a pending push with its first fields, and a complete push with all of them', async t => {
  const { pending, complete } = startAndEnd({
    time: 12.5,
    request: {
      method: 'POST',
      url: 'http://shop.example:8080/a/b?c=%E8%8C%B6#d',
      headers: [{ name: 'Accept', value: '*/*' }, { name: 'X-Empty', value: '' }],
      postData: { mimeType: 'application/json', text: '{"n":9007199254740993}' }
    },
    response: {
      status: 201,
      statusText: 'Created',
      headers: [{ name: 'Content-Type', value: 'text/plain' }],
      content: { mimeType: 'text/plain', text: '茶 👩‍🍳' }
    }
  }, 'r-1', { id: 'page_1', title: 'Tea' })
  t.strictSame(pending, { api: '/a/b?c=%E8%8C%B6', method: 'POST', requestId: 'r-1', timeConsuming: 0, response: '' })
  t.strictSame(complete, {
    api: '/a/b?c=%E8%8C%B6',
    method: 'POST',
    requestId: 'r-1',
    timeConsuming: 12.5,
    requestHeader: 'POST /a/b?c=%E8%8C%B6 HTTP/1.1\r\nAccept: */*\r\nX-Empty: ',
    request: '{"n":9007199254740993}',
    responseHeader: 'HTTP/1.1 201 Created\r\nContent-Type: text/plain',
    response: '茶 👩‍🍳',
    pageParams: '{"id":"page_1","title":"Tea"}'
  })
})

test('an exported entry that was pending stays pending: it is pushed once, with all that was known of it', async t => {
  const known = {
    requestId: 'a-1',
    api: 'https://shop.example/orders',
    method: 'POST',
    requestHeader: 'POST /orders HTTP/1.1\r\nContent-Type: application/json',
    request: '{"item":7}',
    responseHeader: '',
    response: '',
    timeConsuming: 0,
    pageParams: '',
    storage: ''
  }
  const [first, second, third] = [
    { ...known, id: '1', timestamp: Date.UTC(2026, 0, 1) }, { ...known, id: '2', timestamp: Date.UTC(2026, 0, 1) + 50, timeConsuming: 20 },
    { ...known, id: '3', timestamp: Date.UTC(2026, 0, 1) + 90, responseHeader: 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream' }
  ].map(entry => harEntryOf(entry))
  const pushes = replay({ log: { entries: [first!, second!, third!] } }, 'r')
  t.strictSame(pushes.map(({ atMs, push }) => [atMs, push.requestId, push.timeConsuming]),
    [[0, 'r-1', 0], [30, 'r-2', 0], [50, 'r-2', 20], [90, 'r-3', 0]])
  const { requestHeader, request, responseHeader, response } = known
  t.strictSame(pushes[0]?.push,
    { api: '/orders', method: 'POST', requestId: 'r-1', timeConsuming: 0, requestHeader, request, responseHeader, response })
  t.equal(pushes[3]?.push.responseHeader, 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream', 'its answer had begun')
})

test('an entry without any data still becomes two pushes', async t => {
  t.strictSame(startAndEnd({ request: null, response: null, timings: null }, 'r'), {
    pending: { api: '/', method: 'GET', requestId: 'r', timeConsuming: 0, response: '' },
    complete: {
      api: '/',
      method: 'GET',
      requestId: 'r',
      timeConsuming: 0.1,
      requestHeader: 'GET / HTTP/1.1',
      request: '',
      responseHeader: '',
      response: ''
    }
  })
})

test('a missing duration is the sum of the known phases', async t => {
  const timings = { blocked: -1, dns: 1, connect: 4, ssl: 3, send: 0, wait: 20, receive: 2.5 }
  for (const time of [null, undefined, 0, -1, NaN]) t.equal(elapsed({ time, timings }), 27.5)
  t.equal(elapsed({ time: 0.001, timings }), 0.001)
})

test('an unknown duration is short, but not that of a pending entry', async t => {
  for (const timings of [null, {}, { send: 0, wait: 0, receive: 0 }, { blocked: -1, wait: -1 }, { wait: 1e308, receive: 1e308 }]) {
    t.equal(elapsed({ time: 0, timings }), 0.1)
  }
})

test('a header value that Chrome joined with line feeds becomes several lines', async t => {
  const headers = [{ name: 'set-cookie', value: 'a=1\nb=2' }, { name: 'x', value: null }]
  t.equal(complete({ response: { headers } }).responseHeader, 'set-cookie: a=1\r\nset-cookie: b=2\r\nx: ')
})

test('keeps pseudo-headers of HTTP/2', async t => {
  t.equal(complete({ request: { httpVersion: 'h2', headers: [{ name: ':path', value: '/' }] } }).requestHeader, 'GET / HTTP/2\r\n:path: /')
})

test('normalizes the HTTP version in the start line', async t => {
  for (const [httpVersion, version] of [
    ['HTTP/1.0', 'HTTP/1.0'], ['http/1.1', 'HTTP/1.1'], ['h2', 'HTTP/2'], ['http/2.0', 'HTTP/2'], ['HTTP/2', 'HTTP/2'], ['h3-29', 'HTTP/3'],
    ['http/2+quic/46', 'HTTP/2'],
    ['unknown', 'HTTP/1.1'], ['', 'HTTP/1.1'], [null, 'HTTP/1.1']
  ] as const) t.equal(complete({ response: { status: 200, httpVersion } }).responseHeader, `${version} 200`, String(httpVersion))
})

test('writes a status line only for a valid status', async t => {
  t.equal(complete({ response: { status: 404, statusText: 'Not Found' } }).responseHeader, 'HTTP/1.1 404 Not Found')
  t.equal(complete({ response: { status: -1 } }).responseHeader, 'HTTP/1.1 0')
  for (const status of [null, NaN, 1.5, 1000]) t.equal(complete({ response: { status } }).responseHeader, '')
})

test('a request body recorded as parameters is written as a form', async t => {
  t.equal(asked({ mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'q', value: '茶 & cake' }, { name: 'e' }] }),
    'q=%E8%8C%B6+%26+cake&e=')
  t.equal(asked({ mimeType: 'multipart/form-data', text: '', params: [{ name: 'photo', fileName: 'a b.png' }] }), 'photo=a+b.png')
  t.equal(asked({ mimeType: '', text: '', params: [] }), '')
  t.equal(asked({ mimeType: 'text/plain' }), '')
  t.equal(asked(null), '')
})

test('a textual body in base64 becomes text', async t => {
  for (const mimeType of ['text/html', 'application/json; charset=utf-8', 'image/svg+xml', 'application/x-javascript',
    'application/problem+json', 'application/x-ndjson', 'application/x-www-form-urlencoded']) {
    t.equal(answered({ mimeType, encoding: 'base64', text: base64('\uFEFF茶 👩‍🍳') }), '\uFEFF茶 👩‍🍳', mimeType)
  }
  t.equal(answered({ mimeType: 'text/plain; charset="ISO-8859-1"', encoding: 'base64', text: base64([0xe9]) }), 'é')
})

test('a binary body in base64 becomes a data: URL', async t => {
  t.equal(answered({ mimeType: 'image/png', encoding: 'base64', text: 'iVBORw==' }), 'data:image/png;base64,iVBORw==')
  t.equal(answered({ encoding: 'base64', text: 'AAEC' }), 'data:application/octet-stream;base64,AAEC')
  t.equal(answered({ mimeType: 'text/plain', encoding: 'base64', text: base64([0xff, 0xfe, 0xfd]) }), 'data:text/plain;base64,//79',
    'bytes that are not valid UTF-8')
  t.equal(answered({ mimeType: 'text/plain; charset=martian', encoding: 'base64', text: 'YQ==' }),
    'data:text/plain; charset=martian;base64,YQ==')
  t.equal(answered({ mimeType: 'application/vnd.openxmlformats', encoding: 'base64', text: 'AA==' }),
    'data:application/vnd.openxmlformats;base64,AA==')
})

test('a missing or empty body is empty', async t => {
  t.equal(answered({ mimeType: 'x-unknown', size: 0 }), '')
  t.equal(answered({ mimeType: 'image/png', encoding: 'base64', text: '' }), '')
  t.equal(answered({ text: null }), '')
})

test('the api is the path and query of a URL, or the address itself if it is not a URL', async t => {
  t.equal(path('https://example.com'), '/')
  t.equal(path('https://example.com/?'), '/')
  t.equal(path('/relative?x=1'), '/relative?x=1')
  t.equal(path(''), '/')
})

test('overlapping requests interleave as recorded, each pending before complete', async t => {
  const entry =
    (second: string, time: number, url: string) => ({ startedDateTime: `2024-02-29T12:00:${second}+01:00`, time, request: { url } })
  const har = { log: { entries: [entry('01.000', 500, '/late'), entry('00.000', 2000, '/slow'), entry('00.250', 100, '/quick')] } }
  const told = replay(har, 'p').map(({ atMs, push }) => [atMs, push.api, push.requestId, push.timeConsuming])
  t.strictSame(told, [
    [0, '/slow', 'p-2', 0],
    [250, '/quick', 'p-3', 0],
    [350, '/quick', 'p-3', 100],
    [1000, '/late', 'p-1', 0],
    [1500, '/late', 'p-1', 500],
    [2000, '/slow', 'p-2', 2000]
  ])
})

test('an entry without a valid start is replayed together with the previous one', async t => {
  const entries = [
    {}, { startedDateTime: '2024-02-29T12:00:00Z' }, { startedDateTime: '2024-02-29T12:00:01Z' }, { startedDateTime: 'noon' }
  ]
  const starts = replay({ log: { entries } }, 'p').filter(({ push }) => push.timeConsuming === 0)
  t.strictSame(starts.map(({ atMs, push }) => [push.requestId, atMs]), [['p-1', 0], ['p-2', 0], ['p-3', 1000], ['p-4', 1000]])
})

test('page parameters come from the page of the entry, if it has one', async t => {
  const entries = [{ pageref: 'a' }, { pageref: 'b' }, {}]
  const pushes = replay({ log: { entries, pages: [{ id: 'a', title: '茶' }, {}] } }, 'p').filter(({ push }) => push.timeConsuming > 0)
  t.strictSame(pushes.map(({ push }) => push.pageParams), ['{"id":"a","title":"茶"}', undefined, undefined])
})

test('accepts a byte order mark, and rejects files that are not HAR', async t => {
  t.strictSame(parseHar('\uFEFF{"log":{"entries":[]}}'), { log: { entries: [] } })
  t.strictSame(replay({}, 'p'), [])
  for (const text of ['null', '[]', '{}', '{"log":null}', '{"log":{"entries":{}}}']) {
    t.throws(() => parseHar(text), { message: 'it is not a HAR file (no log.entries)' })
  }
  t.throws(() => parseHar('<html>'), SyntaxError)
})
