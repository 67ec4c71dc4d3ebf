// Recordings of any recorder, possibly edited by hand, become pushes.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { addressOf } from '../../src/exchange/address.js'
import { statusOf } from '../../src/exchange/status.js'
import { importHar, type ImportedPush } from '../../src/har/import.js'
import { parseHar } from '../../src/har/recording.js'
import { replay } from '../../src/har/replay.js'
import { PushSchema } from '../../src/schema/push.js'
import { entryWith } from '../exchange/entry.js'
import { runs } from '../support/runs.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CORPUS = join(ROOT, '../shared/corpus')
const recordings = [
  join(ROOT, 'test/data/shop.har'),
  ...existsSync(CORPUS) ? readdirSync(CORPUS).filter(name => name.endsWith('.har')).map(name => join(CORPUS, name)) : []
]

const imported = (...entries: object[]) => importHar({ log: { entries } }, 'p')
const only = (entry: object): ImportedPush => imported(entry)[0]!

t.test('an entry becomes a complete push, with the address and the time of the recording', async t => {
  const pushes = importHar({
    log: {
      pages: [{ id: 'page_1', title: 'Tea' }],
      entries: [{
        pageref: 'page_1',
        startedDateTime: '2026-11-21T09:33:20.000+01:00',
        time: 12.5,
        request: {
          method: 'POST',
          url: 'http://shop.example:8080/a?b=%E8%8C%B6#c',
          httpVersion: 'h2',
          headers: [{ name: 'Accept', value: '*/*' }],
          postData: { mimeType: '', text: 'x' }
        },
        response: {
          status: 404,
          statusText: 'Not Found',
          httpVersion: 'http/2.0',
          headers: [{ name: 'A', value: '1' }],
          content: { mimeType: 'text/plain', text: '茶' }
        }
      }]
    }
  }, 'p')
  t.strictSame(pushes, [{
    requestId: 'p-1',
    api: 'http://shop.example:8080/a?b=%E8%8C%B6',
    method: 'POST',
    timeConsuming: 12.5,
    requestHeader: 'POST /a?b=%E8%8C%B6 HTTP/2\r\nAccept: */*',
    request: 'x',
    responseHeader: 'HTTP/2 404 Not Found\r\nA: 1',
    response: '茶',
    pageParams: '{"id":"page_1","title":"Tea"}',
    storage: '',
    startTime: 1_795_250_000_000
  }])
})

t.test('keeps the order of the file; an entry without a valid start gets the start of the previous one', async t => {
  const pushes = imported({}, { startedDateTime: '2026-11-21T08:33:21Z' }, { startedDateTime: 'noon' },
    { startedDateTime: '2026-11-21T08:33:20Z' })
  t.strictSame(pushes.map(({ requestId, startTime }) => [requestId, startTime]),
    [['p-1', undefined], ['p-2', 1_795_250_001_000], ['p-3', 1_795_250_001_000], ['p-4', 1_795_250_000_000]])
  t.notOk('startTime' in pushes[0]!)
})

t.test('a failed request gets the status 0, and the error text of the recorder', async t => {
  t.match(only({ response: { status: 0, _error: 'net::ERR_FAILED' } }), { responseHeader: 'HTTP/1.1 0', note: 'net::ERR_FAILED' })
  t.match(only({ response: { status: -1, statusText: '', httpVersion: 'HTTP/1.1', _failureText: 'aborted' }, comment: 'seen' }),
    { responseHeader: 'HTTP/1.1 0', note: 'aborted; seen' })
  for (const text of ['net::ERR_ABORTED', 'NS_BINDING_ABORTED', 'Load request cancelled']) {
    t.equal(only({ response: { status: -1, _failureText: text } }).note, `canceled: ${text}`, 'the page canceled it')
  }
  t.equal(only({ response: {} }).responseHeader, '')
  t.equal(only({ comment: 'x'.repeat(2_000) }).note!.length, 1_000)
})

t.test('a body that is missing in the recording gets a note, an empty one does not', async t => {
  t.equal(only({ response: { content: { size: 5_000 } } }).note, 'response cut: 0 of 5000 bytes kept')
  t.notOk('note' in only({ response: { content: { size: 0 } } }))
  t.notOk('note' in only({ response: { content: { size: 1, text: 'x' } } }))
})

t.test('`via` tells how a request was made, unless it was an ordinary one', async t => {
  for (const [type, via] of [
    ['ping', 'beacon'], ['websocket', 'websocket'], ['eventsource', 'eventsource'], ['xhr', undefined], ['constructor', undefined]
  ] as const) {
    t.equal(only({ _resourceType: type }).via, via, type)
  }
})

t.test('reads binary request bodies in the formats of all recorders', async t => {
  t.equal(only({ request: { postData: { mimeType: 'image/png', text: 'iVBORw==', encoding: 'base64' } } }).request,
    'data:image/png;base64,iVBORw==')
  const image = { headers: [{ name: 'content-type', value: 'image/png' }], _content: { text: 'iVBORw==', encoding: 'base64' } }
  t.equal(only({ request: image }).request, 'data:image/png;base64,iVBORw==')
  t.equal(only({ request: { postData: { mimeType: 'text/plain', text: '6Iy2', encoding: 'base64' } } }).request, '茶')
})

t.test('a line break in a header or start line of a recording cannot add a line', async t => {
  const { requestHeader, responseHeader } = only({
    request: { method: 'GET\r\nA: 1', url: '/a\r\nB: 2', headers: [{ name: 'C\nD', value: '3' }] },
    response: { status: 200, statusText: 'OK\nE: 4' }
  })
  t.equal(requestHeader, 'GET A: 1 /a%0D%0AB:%202 HTTP/1.1\r\nC D: 3')
  t.equal(responseHeader, 'HTTP/1.1 200 OK E: 4')
})

t.test('values of a repeated header become separate lines, except where that would use too much memory', async t => {
  const header = (name: string, value: string) => only({ request: { headers: [{ name, value }] } }).requestHeader.split('\r\n').slice(1)
  t.same(header('Set-Cookie', 'a=1\nb=2\r\nc=3'), ['Set-Cookie: a=1', 'Set-Cookie: b=2', 'Set-Cookie: c=3'])
  t.equal(header('A', 'x\n'.repeat(5_000)).length, 5_001)
  t.equal(header('x'.repeat(1_000_000), '\n'.repeat(1_000_000)).length, 1)
  t.equal(header('A', '\n'.repeat(4_000_000)).length, 1)
})

t.test('the phases of a request are kept: those that happened, as numbers', async t => {
  const phases = { blocked: 0.5, dns: 12, connect: 40, ssl: 25, send: 0, wait: 90.25, receive: 4 }
  t.strictSame(only({ timings: { ...phases, _queued: 3 } }).timings, phases)
  t.strictSame(only({ timings: { blocked: -1, dns: null, connect: '4', ssl: Infinity, send: NaN, wait: 7, comment: 'x' } }).timings, { wait: 7 })
  for (const none of [undefined, null, 'x', [], {}, { send: 0, wait: 0, receive: 0 }, { wait: -1 }]) {
    t.notOk('timings' in only({ timings: none }), JSON.stringify(none))
  }
  const { id, timestamp, ...fields } = entryWith({ api: '/a', timings: { dns: 1, wait: 2 } })
  t.strictSame(only({ _earshot: { ...fields, id, timestamp } }).timings, { dns: 1, wait: 2 })
  t.notOk('timings' in only({ _earshot: { ...fields, id, timestamp, timings: { dns: -1 } } }))
})

t.test('an entry that Earshot exported is restored, and an invalid one is read like any other', async t => {
  const { id, timestamp, ...fields } = entryWith({ api: '/a', timeConsuming: 0, startTime: 5, via: 'websocket' })
  const visible = { request: { method: 'PUT', url: 'http://a/' } }
  const mark = { pinned: true, color: 'pink', note: 'n'.repeat(1001), deep: {} }
  t.strictSame(only({ ...visible, _earshot: { ...fields, id, timestamp, mark, more: 1 } }),
    { ...fields, mark: { pinned: true, note: 'n'.repeat(1000) } })
  t.strictSame(only({ ...visible, _earshot: { ...fields, id, timestamp } }), fields)
  for (const wrong of [
    { api: 1 }, { timeConsuming: -1 }, { timeConsuming: '1' }, { storage: undefined }, { note: null }, { startTime: Infinity }
  ]) {
    t.equal(only({ ...visible, _earshot: { ...fields, id, timestamp, ...wrong } }).method, 'PUT', JSON.stringify(wrong))
  }
  for (const wrong of [null, 'x', [], {}]) t.equal(only({ ...visible, _earshot: wrong }).method, 'PUT')
})

const KEYS = [
  'log', 'entries', 'pages', 'id', 'title', 'pageref', 'startedDateTime', 'time', 'timings', 'wait', 'request', 'response', 'method', 'url',
  'httpVersion', 'headers', 'name',
  'value', 'postData', 'params', 'mimeType', 'text', 'encoding', 'content', 'size', 'status', 'statusText', 'comment', '_earshot',
  '_content', '_resourceType', '_error', '__proto__'
]
const anything = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, '', 'base64', '2026-11-21T08:33:20Z', 'http://a/b', 200, -1, true), fc.string(), fc.double(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 8, noNullPrototype: true })
  )
})).value

t.test('any JSON in a file becomes valid pushes', t => {
  const entry = fc.dictionary(fc.constantFrom('request', 'response', 'timings', '_earshot', 'pageref', 'time', 'comment'), anything)
  fc.assert(fc.property(fc.array(fc.oneof(entry, anything)), anything, (entries, pages) => {
    const har = parseHar(JSON.stringify({ log: { entries, pages } }))
    const pushes = importHar(har, 'p')
    assert.equal(pushes.length, entries.length)
    for (const push of pushes) checkPush({ ...push, method: 'GET' })
    for (const { atMs, push } of replay(har, 'p')) {
      assert.ok(atMs >= 0)
      checkPush({ ...push, method: 'GET' })
    }
  }), { numRuns: runs(3_000) })
  t.end()
})

for (const file of recordings) {
  t.test(`${basename(file)} is imported completely, with its addresses and statuses`, async t => {
    const har = parseHar(readFileSync(file, 'utf8'))
    const entries = har.log!.entries!
    const pushes = importHar(har, 'p')
    t.equal(pushes.length, entries.length)
    for (const [n, push] of pushes.entries()) {
      const { request, response, startedDateTime } = entries[n]!
      checkPush(push)
      t.equal(addressOf(push).href, request!.url!.split('#')[0])
      t.equal(statusOf(push.responseHeader)?.code, Math.max(0, response!.status!))
      t.equal(push.startTime, Date.parse(startedDateTime!))
      t.ok(push.timeConsuming > 0)
    }
  })
}

function checkPush (push: object): void {
  assert.deepEqual(Value.Errors(PushSchema, push).map(({ instancePath, message }) => `${instancePath} ${message}`), [])
}
