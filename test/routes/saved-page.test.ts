// Exports a session as one HTML file, over HTTP.
import t from 'tap'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { call, formOf, list, newSession, PIXEL, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { readSavedFile } from '../support/saved-file.js'
import { until } from '../support/until.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const SECRET = 's3cr3t-value'

async function saved (session: string, query: Record<string, string> = {}, target = replica) {
  const { status, headers, body } = await call(target, `/capture/page?${new URLSearchParams({ sessionId: session, ...query }).toString()}`)
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

async function recorded (): Promise<string> {
  const session = newSession()
  await pushed(replica, session, {
    requestId: 'small',
    api: '/login',
    method: 'POST',
    timeConsuming: 5,
    requestHeader: `Authorization: Bearer ${SECRET}`,
    request: `{"password":"${SECRET}"}`
  })
  await pushed(replica, session, {
    requestId: 'large',
    api: `/list?token=${SECRET}`,
    timeConsuming: 7,
    response: `{"password":"${SECRET}","list":"${'x'.repeat(400_000)}"}`
  })
  await pushed(replica, session, { requestId: 'pending', timeConsuming: 0 })
  await fetch(`${replica.url}/upload?sessionId=${session}`, { method: 'POST', body: formOf(PIXEL) })
  return session
}

t.test('the saved page has no secrets, but all screenshots and entries of any size', async t => {
  const session = await recorded()
  const { status, headers, body } = await saved(session)
  t.equal(status, 200)
  t.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  t.equal(headers.get('content-disposition'), `attachment; filename="earshot-${session}.html"`)
  t.match(headers.get('content-security-policy'), /default-src 'none'/)
  const { about, text, entries, screenshots, end } = readSavedFile(body)
  t.match(about, { session, isPart: false, secrets: 'redact' })
  t.same(entries.map(({ requestId }) => requestId), ['small', 'large', 'pending'])
  t.notMatch(text, SECRET)
  t.ok(text.includes('x'.repeat(400_000)))
  t.same(screenshots.map(({ type, image }) => [type, image.equals(PIXEL)]), [['image/gif', true]])
  t.same(end, { entries: 3, leftOut: 0 })
})

t.test('with secrets=keep the entries equal the recorded ones', async t => {
  const session = await recorded()
  const { body } = await saved(session, { secrets: 'keep' })
  t.strictSame(readSavedFile(body).entries, await list(replica, session))
})

t.test('saves only the selected entries, possibly none, and marks the page as a part', async t => {
  const session = await recorded()
  const part = async (query: Record<string, string>) => {
    const { about, entries } = readSavedFile((await saved(session, query)).body)
    return [about.isPart, ...entries.map(({ requestId }) => requestId)]
  }
  t.strictSame(await part({ filter: 'method:POST' }), [true, 'small'])
  t.strictSame(await part({ last: '2' }), [true, 'large', 'pending'])
  t.strictSame(await part({ filter: 'xxxxx' }), [true, 'large'])
  t.strictSame(await part({ filter: 'nothing has this' }), [true])
  t.strictSame(readSavedFile((await saved(newSession())).body).entries, [])
})

t.test('without a view token there is no saved page', async t => {
  const guarded = await startReplica(t, redis, { VIEW_TOKENS: 'view', PUSH_TOKENS: 'push' })
  const session = await recorded()
  t.equal((await saved(session, {}, guarded)).status, 401)
  t.equal((await saved(session, { token: 'push' }, guarded)).status, 401)
  t.equal(readSavedFile((await saved(session, { token: 'view' }, guarded)).body).entries.length, 3)
})

t.test('rejects invalid parameters, and sanitizes the session id in the file name', async t => {
  t.match(await saved(newSession(), { secrets: 'all' }), { status: 400, body: /secrets must be/ })
  t.match(await saved(newSession(), { filter: '/a+/' }), { status: 400, body: /regular expressions are not accepted here/ })
  t.equal((await saved('a/../"\r\n中é.b c;')).headers.get('content-disposition'), 'attachment; filename="earshot-a_.._.b_c_.html"')
})

t.test('requests that are aborted midway do not affect later ones', async t => {
  const session = newSession()
  for (let n = 0; n < 6; n++) await pushed(replica, session, { response: noise(n), timeConsuming: 1 })
  for (let n = 0; n < 5; n++) {
    const request = get(`${replica.url}/capture/page?sessionId=${session}`)
    const [reply] = await once(request, 'response') as [IncomingMessage]
    await once(reply, 'readable')
    request.destroy()
  }
  await until('it is served as before', async () => (await saved(session)).status === 200)
  t.equal(readSavedFile((await saved(session)).body).entries.length, 6)
})

function noise (seed: number): string {
  let [state, text] = [seed * 7919 + 1, '']
  while (text.length < 120_000) {
    state = (state * 1103515245 + 12345) % 2147483648
    text += state.toString(36)
  }
  return text
}
