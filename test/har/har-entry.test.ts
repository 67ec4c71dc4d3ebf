// Converts an entry to HAR: the fields that importers need, and the place of each part of the entry.
import t from 'tap'
import type { Entry as HarEntry } from 'har-format'
import { harEntryOf } from '../../src/har/har-entry.js'
import type { Entry } from '../../src/schema/entry.js'
import { entryWith } from '../exchange/entry.js'

const har = (fields: Partial<Entry>) => harEntryOf(entryWith(fields))
const url = (api: string, requestHeader = '') => har({ api, requestHeader }).request.url
const content = (response: string, responseHeader = '') => har({ response, responseHeader }).response.content

t.test('converts all fields of an entry, and adds the entry itself as _earshot', async t => {
  const entry: Entry = {
    id: '1-5f0c2a9be714',
    requestId: 'r-1',
    api: '/orders?full=1&q=%E8%8C%B6',
    method: 'POST',
    requestHeader: 'POST /orders HTTP/2\r\nHost: api.example\r\nCookie: a=1; b=x=y\r\nContent-Type: application/json; charset=utf-8',
    responseHeader: 'HTTP/2 302 Found\r\nLocation: /orders/42\r\nContent-Type: text/plain\r\n' +
      'Set-Cookie: s=1; Path=/; Secure; Expires=Wed, 21 Oct 2026 07:28:00 GMT\r\nset-cookie: t=',
    request: '{"茶":1}',
    response: '茶',
    timeConsuming: 37.5,
    pageParams: '{}',
    storage: '{"a":"b"}',
    timestamp: 1_795_250_000_500,
    startTime: 1_795_250_000_000,
    source: 'checkout on iPhone',
    via: 'beacon',
    note: 'page left',
    mark: { pinned: true, color: 'red', note: 'the second one' }
  }
  t.strictSame(harEntryOf(entry), {
    pageref: 'page_1',
    startedDateTime: '2026-11-21T08:33:20.000Z',
    time: 37.5,
    request: {
      method: 'POST',
      url: 'https://api.example/orders?full=1&q=%E8%8C%B6',
      httpVersion: 'HTTP/2',
      cookies: [{ name: 'a', value: '1' }, { name: 'b', value: 'x=y' }],
      headers: [
        { name: 'Host', value: 'api.example' }, { name: 'Cookie', value: 'a=1; b=x=y' },
        { name: 'Content-Type', value: 'application/json; charset=utf-8' }
      ],
      queryString: [{ name: 'full', value: '1' }, { name: 'q', value: '茶' }],
      postData: { mimeType: 'application/json; charset=utf-8', text: '{"茶":1}' },
      headersSize: -1,
      bodySize: 9
    },
    response: {
      status: 302,
      statusText: 'Found',
      httpVersion: 'HTTP/2',
      cookies: [
        { name: 's', value: '1', path: '/', expires: '2026-10-21T07:28:00.000Z', httpOnly: false, secure: true },
        { name: 't', value: '', httpOnly: false, secure: false }
      ],
      headers: [
        { name: 'Location', value: '/orders/42' },
        { name: 'Content-Type', value: 'text/plain' },
        { name: 'Set-Cookie', value: 's=1; Path=/; Secure; Expires=Wed, 21 Oct 2026 07:28:00 GMT' },
        { name: 'set-cookie', value: 't=' }
      ],
      content: { size: 3, mimeType: 'text/plain', text: '茶' },
      redirectURL: '/orders/42',
      headersSize: -1,
      bodySize: -1
    },
    cache: {},
    timings: { send: 0, wait: 37.5, receive: 0 },
    _resourceType: 'ping',
    comment: 'page left',
    _earshot: entry
  } satisfies HarEntry)
})

t.test('an entry with few known fields is valid HAR, too', async t => {
  const { request, response, startedDateTime, _earshot } = har({})
  t.strictSame(request,
    { method: 'GET', url: 'http://app.invalid/', httpVersion: '', cookies: [], headers: [], queryString: [], headersSize: -1, bodySize: 0 })
  t.strictSame(response, {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: 'x-unknown', text: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1
  })
  t.equal(startedDateTime, '2026-11-21T08:33:19.999Z')
  t.strictSame(_earshot, entryWith({}))
})

t.test('an error in the app is told by its method and its comment', async t => {
  t.match(har({ method: 'ERROR', via: 'error', note: 'uncaught: no card' }), {
    request: { method: 'ERROR' }, _resourceType: 'other', comment: 'uncaught: no card', _earshot: { via: 'error' }
  })
})

t.test('a pending entry has no status and no duration, and an error that says why', async t => {
  const { response, time, timings } = har({ timeConsuming: 0, responseHeader: 'HTTP/1.1 200 OK' })
  t.strictSame([response.status, response.statusText, time, timings], [0, '', 0, { send: 0, wait: 0, receive: 0 }])
  t.match(response, { _error: 'No response yet' })
  t.notOk('_error' in har({}).response, 'a complete entry has no such error')
})

t.test('the URL is absolute: the host comes from a header, or is app.invalid', async t => {
  t.equal(url('/a?b', 'Host: localhost:3000'), 'http://localhost:3000/a?b')
  t.equal(url('/a', 'Referer: https://page.example/x'), 'https://page.example/a')
  t.equal(url('a/b?c'), 'http://app.invalid/a/b?c')
  t.equal(url('//[/'), 'http://app.invalid/http%3A%2F%2F%5B%2F')
  t.equal(url('http://bad host/\ud800'), 'http://app.invalid/http%3A%2F%2Fbad%20host%2F%EF%BF%BD')
})

t.test('the URL is encoded according to the RFC', async t => {
  t.equal(url('https://me:pw@Shop.Example/茶 x?a=[1]|{2}&b=%zz#c'), 'https://me:pw@shop.example/%E8%8C%B6%20x?a=%5B1%5D%7C%7B2%7D&b=%25zz')
  t.equal(url('http://[::1]:80/'), 'http://[::1]/')
})

t.test('binary bodies, and texts that some JSON readers reject, are base64', async t => {
  t.strictSame(content('data:image/png;base64,iVBORw=='), { size: 4, mimeType: 'image/png', text: 'iVBORw==', encoding: 'base64' })
  t.strictSame(content('data:image/png;base64,-_8=', 'content-type: image/webp'),
    { size: 2, mimeType: 'image/webp', text: '+/8=', encoding: 'base64' })
  const long = `${'茶'.repeat(20_000)}\ud800`
  t.strictSame(content(long, 'content-type: text/plain'),
    { size: 60_003, mimeType: 'text/plain', text: Buffer.from(long).toString('base64'), encoding: 'base64' })
  t.strictSame(har({ request: 'data:image/png;base64,iVBORw==' }).request.postData,
    { mimeType: 'image/png', text: 'iVBORw==', encoding: 'base64' })
})

t.test('a cut body has a comment, and its original size is unknown', async t => {
  const { request, response } = har({ request: 'abc...[truncated]', response: 'abc', note: 'response cut: 3 bytes of 5 MB kept' })
  t.strictSame(request.postData, { mimeType: '', text: 'abc...[truncated]', comment: '[truncated]' })
  t.equal(request.bodySize, -1)
  t.strictSame(response.content, { size: 3, mimeType: 'x-unknown', text: 'abc', comment: 'response cut: 3 bytes of 5 MB kept' })
})

t.test('the phases of a recording are written as they were, with -1 for those that did not happen', async t => {
  t.strictSame(har({ timings: { blocked: 0.5, dns: 12, connect: 40, ssl: 25, send: 1, wait: 90, receive: 4 } }).timings,
    { blocked: 0.5, dns: 12, connect: 40, ssl: 25, send: 1, wait: 90, receive: 4 })
  t.strictSame(har({ timings: { wait: 90 } }).timings, { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 90, receive: 0 })
})

t.test('times that a date cannot express are replaced by the nearest valid ones', async t => {
  t.equal(har({ startTime: 1e300, timestamp: 0 }).startedDateTime, '1970-01-01T00:00:00.000Z')
  t.equal(har({ startTime: -1, timestamp: 1 }).startedDateTime, '1970-01-01T00:00:00.001Z')
  t.equal(har({ startTime: 253_402_300_800_000, timestamp: NaN }).startedDateTime, '1970-01-01T00:00:00.000Z')
  const { time, timings } = har({ timeConsuming: Infinity })
  t.strictSame([time, timings.wait], [0, 0])
})
