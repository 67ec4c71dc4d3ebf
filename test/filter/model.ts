// A second implementation of the filter language, which is slow, but independent of the code that it tests: entries with known contents,
// and terms, each with a simple function of these contents.
import fc from 'fast-check'
import type { Entry } from '../../src/schema/entry.js'
import { entryWith } from '../exchange/entry.js'

export interface Known {
  method: string
  host: string
  path: string
  query: [name: string, value: string][]
  status: { code: number, text: string } | undefined
  type: string
  headers: [name: string, value: string][]
  json: { code?: string | number, data: { id: number | string | null, Tags: string[], items: { id: number, name: string }[] } } | undefined
  text: string
  request: string
  timeMs: number
  startMs: number
  storage: string
  params: string
  source: string | undefined
  via: string | undefined
  note: string | undefined
  /** The line from which it was started. */
  line: number | undefined
  marks: string[]
  isPinned: boolean
}

export interface Sample {
  known: Known
  entry: Entry
}

export const NOW = new Date(2026, 10, 21, 12, 0).getTime()
const WORDS = ['kettle', 'Ket', 'tle', 'order', 'x.y', '4', 'a"b', '茶', 'É', 'no\\te', '(x)', '/v1/', 'OR', 'app']
const word = fc.constantFrom(...WORDS)
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })

const known: fc.Arbitrary<Known> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH'),
  host: fc.constantFrom('', 'example.com', 'api.example.com', 'localhost:3000'),
  path: fc.constantFrom('/', '/orders', '/orders/42', '/orders/42/items', '/v1/Users/'),
  query: fc.array(fc.tuple(fc.constantFrom('page', 'q'), fc.constantFrom('1', '2', 'a b', '茶')), { maxLength: 2 }),
  status: maybe(
    fc.constantFrom({ code: 200, text: 'OK' }, { code: 204, text: 'No Content' }, { code: 404, text: 'Not Found' }, { code: 500, text: '' })
  ),
  type: fc.constantFrom('', 'application/json', 'text/html', 'image/png'),
  headers: fc.array(fc.tuple(fc.constantFrom('Accept', 'X-Trace', 'x-size'), fc.constantFrom('text/html, */*', 'kettle', '1200')),
    { maxLength: 2 }),
  json: maybe(fc.record({
    code: maybe(fc.constantFrom('0', 0, 1001, 'E_ORDER')),
    data: fc.record({
      id: fc.constantFrom(1, 42, '42', null, 'Kettle'),
      Tags: fc.array(word, { maxLength: 2 }),
      items: fc.array(fc.record({ id: fc.nat(3), name: word }), { maxLength: 2 })
    })
  })),
  text: word,
  request: fc.oneof(word, fc.constant('')),
  timeMs: fc.constantFrom(0, 0.4, 37.5, 500, 1000, 61_000),
  startMs: fc.integer({ min: -200, max: 0 }).map(seconds => NOW + seconds * 1000),
  storage: word,
  params: word,
  source: maybe(fc.constantFrom('checkout on iPhone', 'app')),
  via: maybe(fc.constantFrom('beacon', 'websocket')),
  note: maybe(fc.constantFrom('response cut: 1 MB', 'page left')),
  line: maybe(fc.constantFrom(12, 130)),
  marks: fc.subarray(['red', 'look here']),
  isPinned: fc.boolean()
}) as fc.Arbitrary<Known>

export const sample: fc.Arbitrary<Sample> = known.map(known => ({ known, entry: entryOf(known) }))

const bodyOf = ({ json, text }: Known) => json ? JSON.stringify(json) : text

function entryOf (known: Known): Entry {
  const { host, path, query, status, type, headers, source, via, note, line, marks, isPinned } = known
  const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return entryWith({
    api: `${host && `https://${host}`}${path}${search && `?${search}`}`,
    method: known.method,
    requestHeader: headers.map(field => `${field.join(': ')}\r\n`).join(''),
    responseHeader: `${status ? `HTTP/1.1 ${status.code} ${status.text}\r\n` : ''}${type && `Content-Type: ${type}; charset=utf-8\r\n`}`,
    request: known.request,
    response: bodyOf(known),
    timeConsuming: known.timeMs,
    startTime: known.startMs,
    storage: known.storage,
    pageParams: known.params,
    ...source && { source },
    ...via && { via },
    ...note && { note },
    ...line && { initiator: [{ url: 'https://shop.example/cart.js', line, column: 5 }, { function: 'loadOrder', url: '/b.js', line: 1, column: 1 }] },
    mark: {
      ...isPinned && { pinned: true },
      ...marks.includes('red') && { color: 'red' },
      ...marks.includes('look here') && { note: 'look here' }
    }
  })
}

export interface Claim {
  text: string
  holds: (known: Known) => boolean
}

const claim = (text: string, holds: Claim['holds']): Claim => ({ text, holds })
const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const has = (text: string | undefined, part: string) => text !== undefined && text.toLowerCase().includes(part.toLowerCase())
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

// Checks only escapes that differ from the text: é stands for both its cases here, because no entry escapes it otherwise.
function hasEscaped (text: string, part: string): boolean {
  return has(text, part) || has(text, part.replaceAll('茶', '%E8%8C%B6'))
}

const number = <T>(values: T[], claimOf: (value: T) => Claim) => fc.constantFrom(...values).map(claimOf)

function compared (key: string, of: (known: Known) => number | undefined, values: [text: string, value: number][]): fc.Arbitrary<Claim> {
  const when = (holds: (n: number) => boolean) => (known: Known) => {
    const n = of(known)
    return n !== undefined && holds(n)
  }
  return fc.oneof(
    ...values.map(([text, value]) => fc.constantFrom(
      claim(`${key}:>${text}`, when(n => n > value)), claim(`${key}:>=${text}`, when(n => n >= value)),
      claim(`${key}:<${text}`, when(n => n < value)), claim(`${key}:<=${text}`, when(n => n <= value))
    )),
    fc.tuple(fc.constantFrom(...values), fc.constantFrom(...values)).map(([a, b]) =>
      claim(`${key}:${a[0]}-${b[0]}`, when(n => n >= Math.min(a[1], b[1]) && n <= Math.max(a[1], b[1]))))
  )
}

const bytes = (text: string) => Buffer.byteLength(text)
const jsonValues = ({ json }: Known): Record<string, unknown[]> => json
  ? {
      'data.id': [json.data.id],
      'data.tags': json.data.Tags,
      'data.items.id': json.data.items.map(item => item.id),
      'data.items[0].id': json.data.items.slice(0, 1).map(item => item.id)
    }
  : {}

const claims: fc.Arbitrary<Claim>[] = [
  word.map(word => claim(quoted(word), known => {
    const { api, requestHeader, responseHeader } = entryOf(known)
    const texts = [api, known.method, requestHeader, responseHeader, known.request, bodyOf(known), known.params, known.note, known.source]
    return texts.some(text => text !== undefined && hasEscaped(text, word))
  })),
  fc.constantFrom('g', 'GET', 'p', 'pa', 'et').map(text => claim(`method:${text}`, known => known.method.startsWith(text.toUpperCase()))),
  fc.constantFrom('example', 'API.', 'com', '3000').map(text => claim(`host:${text}`, known => has(known.host, text))),
  fc.constantFrom('example.com', 'com').map(text => claim(`domain:=${text}`, known => known.host === text)),
  fc.constantFrom(claim('host:*.example.com', known => known.host === 'api.example.com'),
    claim('host:*', known => known.host !== ''), claim('host:*example*', known => has(known.host, 'example'))),
  fc.constantFrom('/orders', 'users', '/').map(text => claim(`path:${text}`, known => has(known.path, text))),
  fc.constantFrom(claim('path:/orders/*', known => known.path.startsWith('/orders/')),
    claim('path:*/*2*s', known => known.path === '/orders/42/items'), claim('path:/', () => true)),
  fc.constantFrom(
    claim('api:/orders/*', known => known.path.startsWith('/orders/')), claim('api:=/orders/*', known => known.path === '/orders/42'),
    claim('api:42', () => false), claim('api:USERS', known => has(known.path, 'users'))
  ),
  fc.constantFrom('page=2', 'q=茶', 'q=%E8%8C%B6', 'q=a b').map(text =>
    claim(`query:${quoted(text)}`, known => known.query.some(([name, value]) => `${name}=${value}` === decodeURIComponent(text)))),
  fc.constantFrom('2', '20', '4xx', '40x', '404', '5XX', '=4').map(text => claim(`status:${text}`, known => {
    const digits = text.replaceAll(/x/gi, '')
    return known.status !== undefined &&
      (text.startsWith('=') ? String(known.status.code) === text.slice(1) : String(known.status.code).startsWith(digits))
  })),
  fc.constantFrom('"not found"', 'ok', 'cont').map(text =>
    claim(`status-code:${text}`, known => has(known.status?.text, text.replaceAll('"', '')))),
  compared('status', ({ status }) => status?.code, [['200', 200], ['404', 404], ['450', 450]]),
  fc.constantFrom('0', '1001', 'e_order', '1').map(text => claim(`code:${text}`, ({ json }) => same(String(json?.code ?? ''), text))),
  compared('code', ({ json }) => json?.code === undefined ? undefined : Number(json.code), [['0', 0], ['1000', 1000]]),
  fc.constant(claim('code:E_*', ({ json }) => json?.code === 'E_ORDER')),
  fc.constantFrom('json', 'image/png').map(text => claim(`mime-type:${text}`, known => has(known.type, text))),
  fc.constant(claim('mime-type:image/*', known => known.type === 'image/png')),
  compared('size', known => known.timeMs === 0 ? undefined : bytes(bodyOf(known)), [['4b', 4], ['60b', 60], ['0.07k', 70]]),
  number([['4', 4], ['0.07kb', 70]] as const,
    ([text, least]) => claim(`larger-than:${text}`, known => known.timeMs > 0 && bytes(bodyOf(known)) >= least)),
  compared('time', known => known.timeMs || undefined, [['500ms', 500], ['1s', 1000], ['1m', 60_000], ['37ms', 37]]),
  fc.constantFrom('content', 'text/html', 'kettle').map(text =>
    claim(`header:${text}`, known => has(entryOf(known).requestHeader + entryOf(known).responseHeader, text))),
  fc.constantFrom('accept', 'x-trace', 'x').map(text =>
    claim(`request-header:${text}`, known => known.headers.some(([name]) => same(name, text)))),
  fc.constant(claim('request-header:x-*', known => known.headers.some(([name]) => /^x-/i.test(name)))),
  fc.constantFrom('html', 'Kettle').map(text =>
    claim(`request-header:accept=${text}`, known => known.headers.some(([name, value]) => name === 'Accept' && has(value, text)))),
  fc.constant(claim('header:x-size>1000,x-trace=ket', known =>
    known.headers.some(([name, value]) => (name === 'x-size' && Number(value) > 1000) || (name === 'X-Trace' && has(value, 'ket'))))),
  fc.constant(claim('has-response-header:content-type', known => known.type !== '')),
  word.chain(word => fc.constantFrom(
    claim(`body:${quoted(word)}`, known => has(bodyOf(known), word) || has(known.request, word)),
    claim(`response:${quoted(word)}`, known => has(bodyOf(known), word)),
    claim(`request:${quoted(word)}`, known => has(known.request, word)),
    claim(`storage:${quoted(word)}`, known => has(known.storage, word)), claim(`params:${quoted(word)}`, known => has(known.params, word)),
    claim(`params:=${quoted(word)}`, known => same(known.params, word))
  )),
  fc.tuple(
    fc.constantFrom('data.id', 'data.tags', 'data.items.id', 'data.items[0].id'), fc.constantFrom('42', '1', 'kettle', 'null')
  ).map(([path, value]) => claim(`json:${path}=${value}`, known =>
    (jsonValues(known)[path] ?? []).some(found => same(String(found), value)))),
  fc.constant(claim('json:$.data.items.id>=2', known => (jsonValues(known)['data.items.id'] ?? []).some(id => Number(id) >= 2))),
  fc.constant(claim('json:data.items[1]', ({ json }) => (json?.data.items.length ?? 0) > 1)),
  fc.constant(claim('json:data.*=*ett*', known =>
    [...jsonValues(known)['data.id'] ?? [], ...jsonValues(known)['data.tags'] ?? []].some(value => has(String(value), 'ett')))),
  fc.nat(200).map(seconds => claim(`after:${seconds}s`, known => known.startMs >= NOW - seconds * 1000)),
  fc.nat(200).map(seconds => claim(`before:${NOW - seconds * 1000}`, known => known.startMs < NOW - seconds * 1000)),
  fc.constant(claim('after:11:58', known => known.startMs >= NOW - 120_000)),
  fc.constantFrom('app', 'iphone').map(text => claim(`source:${text}`, known => has(known.source, text))),
  fc.constantFrom(claim('note:*', known => known.note !== undefined),
    claim('note:cut*', () => false), claim('note:cut', known => has(known.note, 'cut'))),
  fc.constantFrom(claim('initiator:*', known => known.line !== undefined), claim('initiator:loadorder', known => known.line !== undefined),
    claim('initiator:*cart.js:12', known => known.line === 12), claim('initiator:cart.js:13', known => known.line === 130)),
  fc.constantFrom('bea', 'websocket').map(text => claim(`via:${text}`, known => has(known.via, text))),
  fc.constantFrom('red', 'here', 'blue').map(text => claim(`mark:${text}`, known => known.marks.some(mark => has(mark, text)))),
  fc.constantFrom(
    claim('is:pending', known => known.timeMs === 0), claim('is:pinned', known => known.isPinned),
    claim('is:slow', known => known.timeMs >= 1000),
    claim('is:no-answer', known => known.timeMs === 0 && known.startMs < NOW - 120_000),
    claim('is:p', known => known.timeMs === 0 || known.isPinned),
    claim('is:error', ({ timeMs, status, json }) =>
      timeMs > 0 && status !== undefined && (status.code >= 400 || (status.code < 300 && json?.code === 1001)))
  ),
  fc.constantFrom('ket+le', '^/', '\\d{2}', 'x\\.y').map(source =>
    claim(`params:/${source}/`, known => new RegExp(source, 'i').test(known.params)))
]

/** Terms that are negated, combined and grouped. */
export const anyClaim: fc.Arbitrary<Claim> = fc.letrec<{ claim: Claim }>(tie => ({
  claim: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(...claims),
    tie('claim').map(({ text, holds }) => claim(`-(${text})`, known => !holds(known))),
    fc.tuple(tie('claim'), tie('claim')).map(([a, b]) => claim(`(${a.text}) (${b.text})`, known => a.holds(known) && b.holds(known))),
    fc.tuple(tie('claim'), tie('claim')).map(([a, b]) => claim(`(${a.text} OR ${b.text})`, known => a.holds(known) || b.holds(known)))
  )
})).claim
