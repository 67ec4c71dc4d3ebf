// Exports a session as a HAR file.
import t from 'tap'
import type { Har } from 'har-format'
import { importHar } from '../../src/har/import.js'
import { parseHar } from '../../src/har/recording.js'
import { call, list, newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const SECRET = 's3cr3t-value'

async function exported (session: string, query: Record<string, string> = {}) {
  const { status, headers, body } = await call(replica, `/capture/har?${new URLSearchParams({ sessionId: session, ...query }).toString()}`)
  return { status, headers, har: body as Har, text: JSON.stringify(body) }
}

async function recorded (): Promise<string> {
  const session = newSession()
  await pushed(replica, session, {
    requestId: 'small',
    api: '/login',
    method: 'POST',
    timeConsuming: 5,
    requestHeader: `Authorization: Bearer ${SECRET}`,
    request: `{"password":"${SECRET}"}`,
    responseHeader: 'HTTP/1.1 401 Unauthorized'
  })
  await pushed(replica, session, {
    requestId: 'large',
    api: `/list?token=${SECRET}`,
    timeConsuming: 7,
    response: `{"password":"${SECRET}","list":"${'x'.repeat(400_000)}"}`
  })
  await pushed(replica, session, { requestId: 'pending', timeConsuming: 0 })
  return session
}

t.test('the HAR is a file without secrets, with entries of any size', async t => {
  const session = await recorded()
  const { status, headers, har, text } = await exported(session)
  t.equal(status, 200)
  t.equal(headers.get('content-disposition'), `attachment; filename="earshot-${session}.har"`)
  t.match(har.log, { version: '1.2', creator: { name: 'Earshot' } })
  t.same(har.log.entries.map(({ request, response }) => [request.method, response.status]), [['POST', 401], ['GET', 0], ['GET', 0]])
  t.notMatch(text, SECRET)
  t.ok(text.includes('x'.repeat(400_000)))
})

t.test('a HAR with secrets gives equal entries when it is imported', async t => {
  const session = await recorded()
  const { har } = await exported(session, { secrets: 'keep' })
  const entries = await list(replica, session)
  t.strictSame(importHar(parseHar(JSON.stringify(har)), 'x'), entries.map(({ id, timestamp, ...rest }) => rest))
})

t.test('exports only the selected entries, possibly none', async t => {
  const session = await recorded()
  const requestIds = async (query: Record<string, string>) =>
    (await exported(session, query)).har.log.entries.map(entry => (entry as { _earshot?: { requestId: string } })._earshot?.requestId)
  t.strictSame(await requestIds({ filter: 'method:POST' }), ['small'])
  t.strictSame(await requestIds({ last: '2' }), ['large', 'pending'])
  t.strictSame(await requestIds({ filter: 'xxxxx' }), ['large'])
  t.strictSame(await requestIds({ filter: 'nothing has this' }), [])
  t.strictSame((await exported(newSession())).har.log.entries, [])
})

t.test('rejects invalid parameters, and sanitizes the session id in the file name', async t => {
  t.match(await call(replica, `/capture/har?sessionId=${newSession()}&secrets=all`), { status: 400, body: { error: /^secrets must be/ } })
  t.match(await call(replica, `/capture/har?sessionId=${newSession()}&last=0`), { status: 400, body: { error: /^last must be/ } })
  const odd = await call(replica, `/capture/har?sessionId=${encodeURIComponent('a/../"\r\n中é.b c;')}`)
  t.strictSame([odd.status, odd.headers.get('content-disposition')], [200, 'attachment; filename="earshot-a_.._.b_c_.har"'])
})
