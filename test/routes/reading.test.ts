// Reads parts of a session: one entry, the entries that match a filter, the newest entries, or only some fields; also as JSON lines, and
// compressed.
import t from 'tap'
import fc from 'fast-check'
import { request, type Dispatcher } from 'undici'
import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Entry } from '../../src/schema/entry.js'
import { call, list, newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { until } from '../support/until.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

/** 450 entries, which is more than two pages. Every seventh is a POST, one is large. */
const session = newSession()
const METHODS = ['POST', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET']
const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)
const some = async (from: number, to: number) => await Promise.all(upTo(from, to).map(n => pushed(replica, session, {
  requestId: `r${n}`,
  api: `/items/${n}`,
  method: METHODS[n % 7],
  timeConsuming: n + 1,
  response: n === 200 ? 'x'.repeat(1_500_000) : `{"n":${n}}`
})))
for (const [from, to] of [[0, 200], [200, 201], [201, 450]] as const) await some(from, to)
const all = await list(replica, session)

const pathOf = (query: Record<string, string>) => `/capture/entries?${new URLSearchParams({ sessionId: session, ...query }).toString()}`
const part = async (query: Record<string, string>, headers: Record<string, string> = {}) => await call(replica, pathOf(query), { headers })

async function lines (query: Record<string, string>): Promise<Entry[]> {
  const { body } = await request(replica.url + pathOf(query), { headers: { accept: 'application/x-ndjson' } })
  return (await body.text()).split('\n').filter(Boolean).map(line => JSON.parse(line) as Entry)
}

const ids = (entries: unknown) => (entries as Entry[]).map(({ id }) => id)

t.test('any combination of filter, last, fields and lines gives the same result as filtering the whole list', async t => {
  const filters: [string, (entry: Entry) => boolean][] = [
    ['method:POST', ({ method }) => method === 'POST'],
    ['"/items/20"', ({ api }) => api.includes('/items/20')],
    ['-method:GET time:>300', ({ method, timeConsuming }) => method !== 'GET' && timeConsuming > 300],
    ['xxxxxx OR path:/items/7', ({ api, response }) => response.includes('xxxxxx') || api.includes('/items/7')],
    ['nothing has this', () => false],
    ['', () => true]
  ]
  const anyFilter = fc.constantFrom(...filters, undefined)
  const anyLast = fc.option(fc.nat(500), { nil: undefined })
  await fc.assert(fc.asyncProperty(anyFilter, anyLast, fc.boolean(), fc.boolean(), async (filter, last, some, asLines) => {
    const query = { ...filter && { filter: filter[0] }, ...last && { last: String(last) }, ...some && { fields: 'api,id' } }
    const found = asLines ? await lines(query) : (await part(query)).body
    const matching = all.filter(filter?.[1] ?? (() => true)).slice(last ? -last : 0)
    t.strictSame(found, some ? matching.map(({ id, api }) => ({ id, api })) : matching)
  }), { numRuns: 25 })
  t.pass('all combinations')
})

t.test('finds duplicates of any size, also if only one of them matches the rest of the filter', async t => {
  const other = newSession()
  const request = 'x'.repeat(400_000)
  for (const [n, body] of ['', request, 'y', request, ''].entries()) {
    await pushed(replica, other,
      { requestId: `r${n}`, api: '/pay', method: 'POST', request: body, timeConsuming: n + 1, age: n === 4 ? 60_000 : 0 })
  }
  const found = async (filter: string, path = 'entries', last = '') =>
    (await call(replica, `/capture/${path}?sessionId=${other}&filter=${encodeURIComponent(filter)}${last}`)).body
  const numbers = (body: unknown) => (body as Entry[]).map(({ requestId }) => requestId)
  t.same(numbers(await found('is:duplicate')), ['r1', 'r3'])
  t.same(numbers(await found('is:duplicate time:4')), ['r3'])
  t.same(numbers(await found('-is:duplicate')), ['r0', 'r2', 'r4'])
  t.same(numbers(await found('is:duplicate', 'entries', '&last=1')), ['r3'])
  t.equal((await found('is:duplicate', 'har') as { log: { entries: object[] } }).log.entries.length, 2)
})

t.test('a single entry equals the listed one, and is not found in another session', async t => {
  for (const entry of [all[0]!, all[200]!, all[449]!]) {
    const { status, body, headers } = await call(replica, `/capture/entries/${entry.id}?sessionId=${session}`)
    t.strictSame([status, headers.get('content-type'), body], [200, 'application/json; charset=utf-8', entry])
  }
  const { id } = all[3]!
  for (const [unknown, where] of [
    [id, newSession()], [`${id.slice(0, -1)}g`, session], ['1', session], ['999-aaaaaaaaaaaa', session],
    [id.replace(/.$/, last => last === '0' ? '1' : '0'), session]
  ]) {
    t.match(await call(replica, `/capture/entries/${unknown}?sessionId=${where}`), { status: 404, body: { error: 'Not found' } })
  }
})

t.test('after=<id> continues behind an entry, even if it was deleted', async t => {
  t.strictSame((await part({ after: all[440]!.id })).body, all.slice(441))
  t.strictSame((await part({ after: '1-aa' })).body, all.slice(1))
  t.strictSame((await part({ after: all[449]!.id })).body, [])
  t.strictSame(ids((await part({ after: all[400]!.id, filter: 'method:POST' })).body),
    ids(all.slice(401).filter(({ method }) => method === 'POST')))
})

t.test('omits fields that an entry does not have, or that were not requested', async t => {
  t.strictSame((await part({ fields: 'source', last: '2' })).body, [{}, {}])
  t.strictSame((await part({ fields: ' method , startTime ', last: '1' })).body,
    [{ method: all[449]!.method, startTime: all[449]!.startTime }])
})

t.test('invalid parameters get 400 with a sentence, also for HEAD', async t => {
  for (const [query, said] of [
    [{ filter: '/x+/' }, 'filter: regular expressions are not accepted here'],
    [{ filter: 'path:/x+/' }, 'filter: regular expressions are not accepted here'],
    [{ filter: Array.from({ length: 21 }, (_, n) => `w${n}`).join(' ') }, 'filter: at most 20 words and values are accepted here'],
    [{ filter: 'x'.repeat(2001) }, /^filter .*2000/],
    [{ last: '0' }, 'last must be a whole number from 1 to 9999999'],
    [{ last: '-1' }, /^last must/], [{ last: '1.5' }, /^last must/], [{ last: '' }, /^last must/],
    [{ after: 'x' }, 'after must be the id of an entry'],
    [{ last: '1', after: '1-a' }, 'last and after cannot be given together'],
    [{ fields: 'id,nothing' }, /^fields: there is no field "nothing"; the fields are id, requestId/],
    [{ fields: '' }, /^fields: there is no field ""/],
    [{ fields: '__proto__' }, /^fields: there is no field/]
  ] as const) {
    t.match(await part(query), { status: 400, body: { error: said } })
    const head = await call(replica, pathOf(query), { method: 'HEAD' })
    t.equal(head.status, 400)
  }
  const repeated = await call(replica, `/capture/entries?sessionId=${session}&last=1&last=2`)
  t.match(repeated, { status: 400, body: { error: /^last must/ } })
})

t.test('sends lines if the client prefers them', async t => {
  for (const [accept, type] of [
    ['application/x-ndjson', 'application/x-ndjson'], ['application/json', 'application/json'], ['*/*', 'application/json'],
    ['text/html', 'application/json'],
    ['application/x-ndjson, application/json;q=0.5', 'application/x-ndjson'],
    ['application/json, application/x-ndjson;q=0.5', 'application/json'], ['application/x-ndjson;q=0', 'application/json']
  ] as const) {
    const { status, headers } = await part({ last: '1' }, { accept })
    t.strictSame([status, headers.get('content-type')], [200, `${type}; charset=utf-8`], accept)
    t.match(headers.get('vary'), /\bAccept\b(?!-)/)
  }
  const empty = await call(replica, `/capture/entries?sessionId=${newSession()}`, { headers: { accept: 'application/x-ndjson' } })
  t.strictSame([empty.status, empty.body], [200, ''])
})

t.test('a part of a list has the ETag of the whole session', async t => {
  const whole = await part({})
  const some = await part({ filter: 'method:POST', last: '3' })
  t.equal(some.headers.get('etag'), whole.headers.get('etag'))
  t.equal((await part({ filter: 'method:POST' }, { 'if-none-match': whole.headers.get('etag')! })).status, 304)
})

t.test('compresses long replies if the client accepts it, and short ones never', async t => {
  const url = `${replica.url}/capture/entries?sessionId=${session}`
  const plain = Buffer.from(await (await request(url)).body.arrayBuffer())
  for (const [encoding, decompress] of [['gzip', gunzipSync], ['br', brotliDecompressSync]] as const) {
    const { headers, body } = await request(url, { headers: { 'accept-encoding': encoding } })
    const bytes = Buffer.from(await body.arrayBuffer())
    t.equal(headers['content-encoding'], encoding)
    t.match(headers.vary, /Accept.*accept-encoding/i)
    t.ok(bytes.length < plain.length / 5)
    t.ok(decompress(bytes).equals(plain))
  }
  const short = await request(`${url}&last=1`, { headers: { 'accept-encoding': 'gzip' } })
  t.equal(short.headers['content-encoding'], undefined)
  t.equal((JSON.parse(await short.body.text()) as Entry[]).length, 1)
  const entry = await request(`${replica.url}/capture/entries/${all[200]!.id}?sessionId=${session}`,
    { headers: { 'accept-encoding': 'gzip' } })
  t.equal(entry.headers['content-encoding'], 'gzip')
  t.strictSame(JSON.parse(gunzipSync(Buffer.from(await entry.body.arrayBuffer())).toString()), all[200])
})

t.test('only 16 idle Brotli readers hold an encoder; further ones get plain replies', async t => {
  const random = newSession()
  for (let n = 0; n < 50; n++) await pushed(replica, random, { requestId: `r${n}`, response: randomBytes(150_000).toString('base64') })
  const url = `${replica.url}/capture/entries?sessionId=${random}`
  const ask = async () => await request(url, { headers: { 'accept-encoding': 'br' } })
  const unread = []
  for (let n = 0; n < 17; n++) unread.push(await ask())
  t.same(unread.map(({ headers }) => headers['content-encoding']), [...Array<string>(16).fill('br'), undefined])
  const read = async ({ headers, body }: Dispatcher.ResponseData) => {
    const bytes = Buffer.from(await body.arrayBuffer())
    return headers['content-encoding'] ? brotliDecompressSync(bytes) : bytes
  }
  const [first, last] = await Promise.all([read(unread[0]!), read(unread[16]!)])
  t.ok(first.equals(last))
  for (const { body } of unread.slice(1, 16)) body.destroy()
  await until('there are encoders again', async () => {
    const { headers, body } = await ask()
    body.destroy()
    return headers['content-encoding'] === 'br'
  })
})
