// How long one request blocks the event loop of a replica. The requests have bodies of many shapes that are designed to cost CPU: JSON,
// forms, texts and lists of rules. Each shape is sent in three sizes: the largest that is read on the event loop, one just above it, and
// the maximum. The replica itself measures the delay, with monitorEventLoopDelay.
import { request } from 'undici'
import { SMALL_BODY_BYTES } from '../src/http/intake/budget.js'
import { SMALL_RULES_BYTES } from '../src/rule-writing/rules-reading.js'
import { startRedis, startReplica, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

type Sizes = Record<'small' | 'just large' | 'as allowed', number>
const SIZES: Sizes = { small: SMALL_BODY_BYTES, 'just large': SMALL_BODY_BYTES + 1024, 'as allowed': 8 * 1024 ** 2 }
const ROUNDS = 3
const MAX_MS = 150
const WARM_UP = 30
const WORST_SHOWN = 4

const JSON_TYPE = 'application/json'
const BATCH = '/capture/batch'
const IMPORT = '/capture/har'
const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Between `open` and `close`: as many pieces as fit, then `middle`, then as many closers. */
interface Shape {
  type: string
  method?: 'PUT'
  path?: string
  sizes?: Sizes
  open: string
  piece: string
  middle?: string
  closer?: string
  close?: string
}

const inField = (field: string, piece: string) => ({
  type: JSON_TYPE, open: `{"api":"/","method":"GET","${field}":"`, piece: JSON.stringify(piece).slice(1, -1), close: '"}'
})
const inForm = (piece: string) => ({ type: FORM_TYPE, open: 'api=/&method=GET&response=', piece: encodeURIComponent(piece) })
const value = (piece: string, open = '', close = '', closer = '') => ({
  type: JSON_TYPE, open: `{"api":"/","method":"GET","response":${open}`, piece, middle: close, closer, close: '}'
})

const TEXTS = [
  '{"&a=', '[=', '"[=",', '["[=",', '{"a":"', '\\', '\\"', '"', '%', '%=&', 'a=%&', '%25', 'a=%2525&', 'token=a&', 'pin=&', 'a=b; ',
  'https://a:b@c/?a=b#c=d ', '//a@', '?a=', '#', '--x\r\n', 'A: b\r\n', 'Cookie: a\n b\n',
  '[["token",', '{"name":"token","value":"', '{token: ', '{"a=\n', '{}\n', 'data: {"a="}\n', 'token=>a, ', '> A ', '[HTTP/2] [1] [',
  ' ', '\n\t', '中=', '\u0001'
]

// Rules have limits of their own, and a part of each list is valid.
const RULE_SIZES: Sizes = { small: SMALL_RULES_BYTES, 'just large': SMALL_RULES_BYTES + 1024, 'as allowed': 2 * 1024 ** 2 }
const RULE = '"name":"a","match":"path:a","action":'
const rules = (open: string, piece: string, middle = '', closer = '', close = '') => ({
  type: JSON_TYPE,
  method: 'PUT' as const,
  path: '/capture/rules',
  sizes: RULE_SIZES,
  open: `{"rules":[${open}`,
  piece,
  middle,
  closer,
  close: `${close}]}`
})
const inAction = (action: string, piece: string, middle = '', closer = '') => rules(`{${RULE}{${action}`, piece, middle, closer, '}}')
const merge = '"type":"change","response":{"merge":'

const RULE_SHAPES: Record<string, Shape> = {
  'rules: a deep merge': inAction(merge, '[', '', ']}'),
  'rules: a wide merge': inAction(`${merge}[`, '{},', '0]}'),
  'rules: members of a merge': inAction(`${merge}{`, '"k":1,', '"k":1}}'),
  'rules: unknown members': rules(`{${RULE}{"type":"pass"}`, ',"k":1', '', '', '}'),
  'rules: headers': inAction('"type":"respond","status":200,"headers":[', '{"name":"a","value":"b"},', '{}]'),
  'rules: operations': inAction('"type":"change","response":{"patch":[', '{"op":"add","path":"/a","value":[]},', '{}]}'),
  'rules: merges of 64 KB': rules('', `{${RULE}{${merge}[${'{},'.repeat(10_000)}0]}}},`, `{${RULE}{"type":"pass"}}`),
  'rules: bodies': rules('', `{${RULE}{"type":"respond","status":200,"body":{"text":"${'a\\n'.repeat(1300)}"}}},`, `{${RULE}{"type":"pass"}}`),
  ...Object.fromEntries(['a ', '-', '\\"', '*', '/a', '(a OR b) ', 'metod:a ', 'path:a,', '()', 'json:a=b '].map(unit => [
    `rules: filters ${unit}`,
    rules('', `{"name":"a","match":"${unit.repeat(4000 / unit.length)}","action":{"type":"pass"}},`, `{${RULE}{"type":"pass"}}`)
  ]))
}

const SHAPES: Record<string, Shape> = {
  'nested lists': value('[', '', '', ']'),
  'nested objects': value('{"a":', '', '1', '}'),
  'empty objects': value('{},', '[', '{}]'),
  'keys of an object': value('"k":1,', '{', '"k":1}'),
  numbers: value('1,', '[', '1]'),
  escapes: value('\\u0041', '"', '"'),
  'strings that look like JSON': value('"[=",', '[', '1]'),
  'unknown fields': { type: JSON_TYPE, open: '{"api":"/","method":"GET"', piece: ',"k":1', close: '}' },
  'lists never closed': { type: JSON_TYPE, open: '', piece: '[' },
  'objects never closed, as text': { type: 'text/plain', open: '', piece: '{"a":' },
  blanks: { type: 'text/plain', open: '', piece: ' \n' },
  'a number': { type: JSON_TYPE, open: '{"api":"/","method":"GET","timeConsuming":"', piece: '1', close: 'x"}' },
  'a requestId': { type: JSON_TYPE, open: '{"api":"/","method":"GET","requestId":"', piece: '中', close: '"}' },
  'an api': { type: JSON_TYPE, open: '{"method":"GET","api":"', piece: '/a;token=b?c=d&', close: '"}' },
  'keys of a form': { type: FORM_TYPE, open: 'api=/&method=GET', piece: '&a=1' },
  'encoded keys': { type: FORM_TYPE, open: 'api=/&method=GET', piece: '&%61=%' },
  'one key again and again': { type: FORM_TYPE, open: 'api=/&method=GET', piece: '&response=' },
  ampersands: { type: FORM_TYPE, open: 'api=/&method=GET', piece: '&' },
  'lists of a batch': { type: JSON_TYPE, path: BATCH, open: '[', piece: '[', closer: ']', close: ']' },
  'objects of a batch': { type: JSON_TYPE, path: BATCH, open: '[', piece: '{},', close: '1]' },
  'a text in a batch': { type: JSON_TYPE, path: BATCH, open: '["', piece: '\\"', close: '"]' },
  'empty lines of a batch': { type: 'text/plain', path: BATCH, open: '', piece: ' \n' },
  'entries of a recording': {
    type: JSON_TYPE, path: IMPORT, open: '{"log":{"entries":[', piece: '{                     },', close: '{}]}}'
  },
  'lists of a recording': { type: JSON_TYPE, path: IMPORT, open: '{"log":{"entries":[', piece: '[', closer: ']', close: ']}}' },
  'a line of a recording': {
    type: JSON_TYPE,
    path: IMPORT,
    open: '{"log":{"entries":[{"request":{"headers":[{"name":"a","value":"',
    piece: '\\n',
    close: '"}]}}]}}'
  },
  ...Object.fromEntries(TEXTS.flatMap(text => [
    [`response ${JSON.stringify(text)}`, inField('response', text)],
    [`header ${JSON.stringify(text)}`, inField('requestHeader', text)],
    [`form ${JSON.stringify(text)}`, inForm(`a=${text}`)],
    [`JSON in form ${JSON.stringify(text)}`, inForm(`{"a":${text}`)]
  ])),
  ...RULE_SHAPES
}

export async function benchHostile (): Promise<void> {
  const redis = await startRedis()
  for (const REDACT of ['', 'default']) {
    const replica = await startReplica(redis, { REDACT, MAX_SESSION_BYTES: '16mb' })
    const found: Found[] = []
    for (let n = 0; n < WARM_UP; n++) await hold(replica, bodyOf(value('{"a":1},', '[', '1]'), 10_000))
    for (const [shape, of] of Object.entries(SHAPES)) {
      const sizes = Object.entries<number>(of.sizes ?? SIZES)
      for (const [size, bytes] of sizes) found.push({ size, shape, ...await least(replica, bodyOf(of, bytes)) })
    }
    await replica.close()
    report(REDACT, found)
  }
  await redis.close()
}

interface Held { ms: number, seconds: number, status: number }
interface Found extends Held { size: string, shape: string }

function report (REDACT: string, found: Found[]): void {
  console.log(`\nhostile: ${Object.keys(SHAPES).length} shapes of bodies, REDACT=${REDACT || 'none'}: ` +
    "the longest that each kept the event loop, the timer's 20 ms included")
  for (const size of Object.keys(SIZES)) {
    const worst = found.filter(one => one.size === size).sort((a, b) => b.ms - a.ms).slice(0, WORST_SHOWN)
    table([`${size}, ${kibibytes(SIZES, size)} (rules: ${kibibytes(RULE_SIZES, size)})`, 'ms held', 's answered', 'status'],
      worst.map(({ shape, ms, seconds, status }) => [shape, ms, seconds, String(status)]))
  }
  ratio('ms held at the worst', Math.max(...found.map(({ ms }) => ms)), 'at most', MAX_MS)
}

function kibibytes (sizes: Sizes, size: string): string {
  return `${(sizes[size as keyof Sizes] / 1024).toFixed(0)} KiB`
}

// Other load of the machine delays requests, too, but not the same one each time: takes the lowest of several rounds.
async function least (replica: Program, body: Body): Promise<Held> {
  let held = await hold(replica, body)
  for (let round = 1; round < ROUNDS && held.ms > MAX_MS; round++) {
    const again = await hold(replica, body)
    if (again.ms < held.ms) held = again
  }
  return held
}

async function hold ({ address }: Program, { type, method, path, text }: Body): Promise<Held> {
  await delayMs(address)
  const started = performance.now()
  const reply = await request(`${address}${path}?sessionId=bench-hostile-1`,
    { method, headers: { 'content-type': type }, body: text })
  await reply.body.dump()
  if (reply.statusCode >= 500) throw new Error(`It was answered ${reply.statusCode}`)
  return { ms: await delayMs(address), seconds: (performance.now() - started) / 1000, status: reply.statusCode }
}

// The longest delay since the last call: prom-client reads monitorEventLoopDelay, and resets it.
async function delayMs (address: string): Promise<number> {
  const reply = await request(`${address}/metrics`)
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await reply.body.text())![1])
}

interface Body { type: string, method: 'POST' | 'PUT', path: string, text: string }

function bodyOf (shape: Shape, bytes: number): Body {
  const { type, method = 'POST' as const, path = '/capture/raw-data', open, piece, middle = '', closer = '', close = '' } = shape
  const room = bytes - Buffer.byteLength(open + middle + close)
  const count = Math.floor(room / Buffer.byteLength(piece + closer))
  return { type, method, path, text: open + piece.repeat(count) + middle + closer.repeat(count) + close }
}
