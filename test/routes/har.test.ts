// Imports HAR files through a real replica: recordings by any recorder, and Earshot's own exports.
import { connect } from 'node:net'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { hash } from 'node:crypto'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import fc from 'fast-check'
import { createHarWriter } from '../../src/har/har-writer.js'
import { importHar as pushesOf } from '../../src/har/import.js'
import { parseHar } from '../../src/har/recording.js'
import type { Entry } from '../../src/schema/entry.js'
import { call, importHar, list, newSession, pushed, type Reply, type Told } from '../support/client.js'
import { matchEach } from '../support/match-each.js'
import { startRedis, temporaryFolder } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { CONF, freePorts, startServer } from '../support/server.js'
import { until } from '../support/until.js'
import { anyEntry, entryWith } from '../exchange/entry.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CORPUS = join(ROOT, '../shared/corpus')
const recordings = [
  join(ROOT, 'test/data/shop.har'),
  ...existsSync(CORPUS) ? readdirSync(CORPUS).filter(name => name.endsWith('.har')).map(name => join(CORPUS, name)) : []
]

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

const told = ({ body }: Reply) => (body as { data: Told[] }).data
const harOf = (...entries: object[]) => JSON.stringify({ log: { entries } })
/** What every entry needs. */
const A = { request: { url: 'http://a/' } }
const given = ({ id, timestamp, ...fields }: Entry): Omit<Entry, 'id' | 'timestamp'> => fields

function exported (entries: Entry[]): string {
  const writer = createHarWriter({ title: 'a session', version: '1', secrets: 'keep' })
  return writer.head() + entries.map(entry => writer.entry(entry)).join(writer.between) + writer.tail
}

for (const file of recordings) {
  t.test(`imports ${basename(file)} completely, in order and with its times; a second import changes nothing`, async t => {
    const session = newSession()
    const text = readFileSync(file, 'utf8')
    const har = parseHar(text)
    const pushes = pushesOf(har, `har-${hash('sha256', text).slice(0, 16)}`)
    const reply = await importHar(replica, session, text)
    const entries = await list(replica, session)
    t.strictSame(entries.map(given), pushes.map(push => ({ ...push })))
    t.strictSame(reply.body,
      { code: '0', message: `${pushes.length} of ${pushes.length} recorded`, data: entries.map(({ id }) => ({ id })) })
    t.ok(entries.every(({ startTime, timeConsuming }, n) =>
      startTime === Date.parse(har.log!.entries![n]!.startedDateTime!) && timeConsuming > 0))
    t.same((await importHar(replica, session, text, 'text/plain')).body, reply.body)
    t.strictSame(await list(replica, session), entries)
  })
}

t.test('different recordings share no entries, and a changed recording is a different one', async t => {
  const session = newSession()
  for (const text of [harOf(A), harOf(A, A), ` ${harOf(A)}`]) await importHar(replica, session, text)
  const requestIds = (await list(replica, session)).map(({ requestId }) => requestId)
  t.equal(new Set(requestIds).size, 4)
  t.ok(requestIds.every(requestId => /^har-[\da-f]{16}-[12]$/.test(requestId)))
})

// Returns the entry as Redis stores it: well-formed texts, and no empty labels.
function kept (entry: Entry, n: number): Entry {
  const texts = Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value])
  ) as unknown as Entry
  const { source = '', via = '', note = '', startTime = entry.timestamp - entry.timeConsuming, ...rest } = texts
  const labels = Object.entries({ source: source.slice(0, 128), via: via.slice(0, 32), note: note.slice(0, 1000) })
    .filter(([, text]) => text !== '')
  const start = Math.min(Math.max(Math.round(startTime), 1e12), 9_999_999_999_999)
  return {
    ...rest, ...Object.fromEntries(labels), api: rest.api || '/', requestId: `${n}${rest.requestId}`.slice(0, 256), startTime: start
  }
}

t.test('a HAR that Earshot exported is imported with equal entries', async t => {
  const entries = fc.sample(anyEntry, { numRuns: 600, seed: 7 }).map(kept)
  const [first, second] = [newSession(), newSession()]
  t.match(await importHar(replica, first, exported(entries)), { status: 200, body: { message: '600 of 600 recorded' } })
  const stored = await list(replica, first)
  for (const [n, entry] of stored.entries()) t.strictSame(given(entry), given(entries[n]!))
  await importHar(replica, second, exported(stored))
  t.strictSame((await list(replica, second)).map(given), stored.map(given))
  await importHar(replica, second, exported(stored))
  t.equal((await list(replica, second)).length, 600, 'no duplicates after a second import')
})

t.test('exported pushes are imported with equal fields, including pending ones', async t => {
  const [first, second] = [newSession(), newSession()]
  await pushed(replica, first, { requestId: 'a', age: 5000, source: 'checkout on 手机' })
  await pushed(replica, first,
    { requestId: 'b', timeConsuming: 12.5, response: '\u0000中"\\', storage: { a: 1 }, via: 'beacon', note: 'page left' })
  const entries = await list(replica, first)
  await importHar(replica, second, exported(entries))
  t.strictSame((await list(replica, second)).map(given), entries.map(given))
})

t.test('validates each entry of a HAR separately', async t => {
  const session = newSession()
  const own = (fields: Partial<Entry>) => ({ _earshot: entryWith(fields) })
  const reply = await importHar(replica, session, harOf(
    { request: { method: 'FETCH', url: 'http://a/' } }, own({ requestId: 'a', source: 'x'.repeat(129) }),
    own({ requestId: 'x'.repeat(257) }), own({ requestId: 'b', api: '' }),
    { request: { method: 'get', url: 'http://a/b' } }, { ...A, comment: 'x'.repeat(5000) }, own({ requestId: 'c', source: 'x'.repeat(128) })
  ))
  t.match(reply, { status: 200, body: { message: '3 of 7 recorded' } })
  matchEach(t, told(reply), [
    { code: 'bad_request', message: 'method is required and must be a registered HTTP method' },
    { code: 'bad_request', message: /^source / }, { code: 'bad_request', message: /^requestId / },
    { code: 'bad_request', message: /^api / }, { id: /^1-/ }, { id: /^2-/ }, { id: /^3-/ }
  ])
  matchEach(t, await list(replica, session), [{ api: 'http://a/b', method: 'GET' }, { note: /^x{1000}$/ }, { requestId: 'c' }])
})

t.test('refuses what is no request: entries without the URL of a request', async t => {
  const session = newSession()
  const none = '{},null,5,"x",[],{"request":null},{"request":{}},{"request":{"url":"#a"}},{"response":[1]},{"_earshot":{}}'
  const reply = await importHar(replica, session, `{"log":{"entries":[${none},{"request":{"url":"/x"}}],"pages":7}}`)
  t.match(reply, { status: 200, body: { message: '1 of 11 recorded' } })
  t.same(told(reply)[0], { code: 'bad_request', message: 'The entry has no request with a URL' })
  t.match(told(reply)[10], { id: /^1-/ })
  matchEach(t, await list(replica, session), [{ api: '/x', method: 'GET' }])
})

t.test('rejects a body that is not a HAR, or exceeds the limits, as a whole', async t => {
  const session = newSession()
  const small = await startReplica(t, redis, { BODY_LIMIT: '100kb' })
  const complex = 'The body is too complex: it is nested too deeply, or has too many values for its length'
  const cases: [number, string, string | RegExp, string, string?][] = [
    [400, 'bad_request', 'The body is empty', ''],
    [400, 'bad_request', 'The body is empty', ' \n', 'text/plain'],
    [400, 'bad_request', 'The body is not valid JSON', '{"log":{"entries":[{}]'],
    [400, 'bad_request', 'The body is not a HAR: it has no log.entries', '{}'],
    [400, 'bad_request', 'The body is not a HAR: it has no log.entries', '[]'],
    [400, 'bad_request', 'The body is not a HAR: it has no log.entries', '{"log":{"entries":{}}}'],
    [413, 'too_large', 'A recording has at most 20000 entries; split this one',
      harOf(...Array.from({ length: 20_001 }, () => ({ comment: 'of some length' })))],
    [400, 'bad_request', complex, '['.repeat(8_000_000)],
    [400, 'bad_request', complex, `{"log":{"entries":[${'{},'.repeat(2_600_000)}{}]}}`],
    [400, 'bad_request', complex, `{"log":{"entries":[${'['.repeat(2000)}${']'.repeat(2000)}]}}`],
    [415, 'unsupported_media_type', /./, harOf({}), 'application/x-ndjson']
  ]
  for (const [status, code, message, body, type] of cases) {
    t.match(await importHar(replica, session, body, type), { status, body: { code, message, data: '' } }, body.slice(0, 40))
  }
  t.match(await importHar(small, session, harOf({ comment: 'x'.repeat(200_000) })),
    { status: 413, body: { code: 'too_large', message: 'The body is larger than the limit of 100 KiB (BODY_LIMIT)', data: '' } })
  t.match(await call(replica, `/capture/har?sessionId=${session}`, { method: 'POST' }),
    { status: 400, body: { message: 'The body is empty' } })
  t.same(await list(replica, session), [])
})

t.test('values shared by all entries cannot expand a small file beyond the limit', async t => {
  const session = newSession()
  const pages = [{ id: 'p', title: 'x'.repeat(1_000_000) }]
  const reply = await importHar(replica, session, JSON.stringify({ log: { pages, entries: Array(50).fill({ ...A, pageref: 'p' }) } }))
  t.match(reply, { status: 200, body: { message: '4 of 50 recorded' } })
  t.match(told(reply)[4], { code: 'too_large', message: /^This entry was refused: with it, the stored entries would take more than four times the size of the file/ })
  const header = { name: 'x'.repeat(100_000), value: '\n'.repeat(1_000_000) }
  t.match(await importHar(replica, session, harOf({ request: { url: 'http://a/', headers: [header] } })),
    { status: 200, body: { message: '1 of 1 recorded' } })
})

t.test('imports a large response body in base64', async t => {
  const session = newSession()
  const text = `{"text":"${'茶'.repeat(1_900_000)}"}`
  const content = { mimeType: 'application/json', encoding: 'base64', text: Buffer.from(text).toString('base64') }
  t.match(await importHar(replica, session, harOf({ ...A, response: { content } })), { status: 200, body: { message: '1 of 1 recorded' } })
  t.ok((await list(replica, session))[0]!.response === text)
})

t.test('imports more entries than a session keeps, and the last ones stay', async t => {
  const session = newSession()
  const entries = Array.from({ length: 5000 },
    (_, n) => ({ request: { url: `http://a/${n}` }, response: { content: { text: 'x'.repeat(300) } } }))
  const reply = await importHar(replica, session, harOf(...entries))
  t.match(reply, { status: 200, body: { message: '5000 of 5000 recorded' } })
  const listed = await list(replica, session)
  t.same(listed.map(({ api }) => api), entries.slice(-2000).map(({ request }) => request.url))
  t.same(told(reply).slice(-2000), listed.map(({ id }) => ({ id })))
})

t.test('redacts secrets in every entry, including entries exported by Earshot', async t => {
  const redacting = await startReplica(t, redis, { REDACT: 'default' })
  const session = newSession()
  await importHar(redacting, session, harOf(
    {
      request: { url: 'http://a/?token=s3cret', headers: [{ name: 'Authorization', value: 'Bearer s3cret' }] },
      response: { content: { text: '{"password":"s3cret"}' } }
    },
    { _earshot: entryWith({ api: '/a?token=s3cret', storage: '{"token":"s3cret"}' }) }
  ))
  const entries = await list(replica, session)
  t.equal(entries.length, 2)
  t.notMatch(JSON.stringify(entries), 's3cret')
})

t.test('an import during which Redis dies gets 503, and repeating it creates no duplicates', async t => {
  const [port] = await freePorts(1) as [number]
  const server = await startServer(t, port,
    [CONF, '--port', String(port), '--dir', await temporaryFolder(t), '--appendfsync', 'always', '--maxmemory', '2gb'])
  const here = await startReplica(t, { address: { kind: 'single', url: `redis://127.0.0.1:${port}` } }, { MAX_ENTRIES: '100000' })
  const session = newSession()
  const text = harOf(...Array.from({ length: 10_000 }, (_, n) => ({ request: { url: `http://a/${n}` }, comment: 'x'.repeat(100) })))
  const importing = importHar(here, session, text)
  await until('some are there', async () => Number(await server.client.hget(`capture:{${session}}:meta`, 'seq')) > 0)
  await server.kill()
  t.match(await importing, { status: 503, body: { code: 'unavailable', message: String, data: '' } })
  await server.restart()
  await until('it is repeated', async () => (await importHar(here, session, text)).status === 200)
  t.same((await list(here, session)).map(({ api }) => api), Array.from({ length: 10_000 }, (_, n) => `http://a/${n}`))
})

t.test('stops an import when the client disconnects', async t => {
  const roomy = await startReplica(t, redis, { MAX_ENTRIES: '100000' })
  const session = newSession()
  const text = harOf(...Array.from({ length: 20_000 }, (_, n) => ({ request: { url: `http://a/${n}` }, comment: 'x'.repeat(100) })))
  const socket = connect(Number(new URL(roomy.url).port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.write(`POST /capture/har?sessionId=${session} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${text.length}\r\n\r\n${text}`)
  const recorded = async () => Number(await redis.client.hget(`capture:{${session}}:meta`, 'seq'))
  await until('some are there', async () => await recorded() > 0)
  socket.destroy()
  const seen: number[] = []
  await until('it has come to an end', async () => {
    seen.push(await recorded())
    return seen.length > 20 && seen.at(-1) === seen.at(-20)
  })
  t.ok(seen.at(-1)! < 20_000, `${seen.at(-1)} were recorded`)
})
