// Failing fast and recovering: a Redis that is killed, a Redis that hangs, and large entries, over HTTP on two replicas.
import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import t, { type Test } from 'tap'
import type { Entry } from '../src/schema/entry.js'
import { call, list, newSession, push, pushed, type Reply } from './support/client.js'
import { temporaryFolder } from './support/redis.js'
import { scrape } from './support/metrics.js'
import { startReplica, type Replica } from './support/replica.js'
import { isWhole } from './support/runs.js'
import { CONF, freePorts, startServer, type Server } from './support/server.js'
import { until } from './support/until.js'
import { follow, type Followed } from './web/feed/follow.js'

interface Service {
  server: Server
  here: Replica
  there: Replica
}

/** Starts two replicas on a Redis that can be killed, stopped and started again. */
async function startService (t: Test, env: NodeJS.ProcessEnv = {}): Promise<Service> {
  const [port] = await freePorts(1) as [number]
  const dir = await temporaryFolder(t)
  const server = await startServer(t, port, [CONF, '--port', String(port), '--dir', dir, '--appendfsync', 'always', '--maxmemory', '2gb'])
  const address = { kind: 'single', url: `redis://127.0.0.1:${port}` } as const
  return { server, here: await startReplica(t, { address }, env), there: await startReplica(t, { address }, env) }
}

const ask = async (target: Replica, what: 'entries' | 'online', session: string) =>
  await call(target, `/capture/${what}?sessionId=${session}`)

const fields = (requestId: string) => ({ api: '/a', method: 'GET', requestId, timeConsuming: 1 })

const unavailable = { code: 'unavailable', message: String, data: '' }

function isRefusedForNow (t: Test, { status, headers, body }: Reply): void {
  t.match({ status, retryAfter: headers.get('retry-after'), body }, { status: 503, retryAfter: '1', body: unavailable })
}

/** Every request to either replica is answered with 503. */
async function everythingIsRefused (t: Test, { here, there }: Service, session: string): Promise<void> {
  for (const replica of [here, there]) {
    isRefusedForNow(t, await push(replica, session, fields('refused')))
    for (const what of ['entries', 'online'] as const) {
      t.match(await ask(replica, what, session), { status: 503, body: { error: String } })
    }
  }
}

async function comesBack ({ here, there }: Service, session: string): Promise<void> {
  for (const replica of [here, there]) {
    await until('pushes succeed again', async () => (await push(replica, session, fields('back'))).status === 200)
  }
}

/** The figures of a viewer that connected once and missed nothing. */
const CONNECTED = { connects: 1, lists: 1, gaps: 0, sockets: 1 }

async function hasMissedNothing (
  t: Test, { here }: Service, session: string, { feed, sockets }: Followed, figures: object = CONNECTED
): Promise<Entry[]> {
  const { headers, body } = await ask(here, 'entries', session)
  await feed.settled(JSON.parse(headers.get('etag')!) as string)
  // Not t.same, which would take minutes to print large entries.
  t.ok(isDeepStrictEqual([...feed.entries()], body), `the viewer holds the list of ${feed.size}`)
  t.match({ ...feed.figures, sockets: sockets.length }, figures, 'connected as often as expected')
  return body as Entry[]
}

async function subscribers ({ client }: Server): Promise<string[]> {
  return [...String(await client.call('CLIENT', 'LIST', 'TYPE', 'pubsub')).matchAll(/^id=(\d+)/gm)].map(([, id]) => id!)
}

// Starts a session with one entry, and a viewer that has received it.
async function startWatched (t: Test) {
  const service = await startService(t)
  const session = newSession()
  const viewer = follow(t, { url: service.there.url, sessionId: session })
  await viewer.enters('live')
  await pushed(service.here, session, fields('first'))
  return { service, session, viewer }
}

t.test('while Redis is down, every request gets 503; afterwards no push is lost and the viewer has missed nothing', async t => {
  const { service, session, viewer } = await startWatched(t)
  const { server, here, there } = service

  const acknowledged: string[] = []
  const apps = Array.from({ length: 10 }, async (_, app) => {
    for (let n = 0; ; n++) {
      const reply = await push(app % 2 ? here : there, session, fields(`app ${app}, ${n}`))
      if (reply.status !== 200) return reply
      acknowledged.push((reply.body as { data: string }).data)
    }
  })
  await until('pushes go through', async () => acknowledged.length > 100)
  await server.kill()
  for (const refusal of await Promise.all(apps)) isRefusedForNow(t, refusal)
  await everythingIsRefused(t, service, session)

  await server.restart()
  await comesBack(service, session)
  const entries = await hasMissedNothing(t, service, session, viewer)
  const ids = new Set(entries.map(({ id }) => id))
  t.same(acknowledged.filter(id => !ids.has(id)), [], `none of ${acknowledged.length} acknowledged pushes is lost`)
})

t.test('while Redis hangs, requests in flight get 503, and repeating them creates no duplicates', async t => {
  const { service, session, viewer } = await startWatched(t)
  const { server, here, there } = service

  server.pause()
  const inFlight = await Promise.all([here, there, here].map((replica, n) => push(replica, session, fields(`in flight ${n % 2}`))))
  for (const reply of inFlight) isRefusedForNow(t, reply)
  await everythingIsRefused(t, service, session)

  server.resume()
  await until('what was refused is applied after all', async () => {
    const stored = (await list(here, session)).map(({ requestId }) => requestId)
    return stored.includes('in flight 0') && stored.includes('in flight 1')
  })
  await comesBack(service, session)
  const ids = [await pushed(there, session, fields('in flight 0')), await pushed(here, session, fields('in flight 1'))]
  const entries = await hasMissedNothing(t, service, session, viewer)
  t.same(entries.filter(({ requestId }) => requestId.startsWith('in flight')).map(({ id }) => id).sort(), ids.sort(), 'each exists once')
})

t.test('when Redis hangs, subscribers detect it, and reconnect when it continues', async t => {
  const service = await startService(t)
  const { server, here, there } = service
  const session = newSession()
  const viewer = follow(t, { url: here.url, sessionId: session })
  await viewer.enters('live')
  const before = await subscribers(server)
  server.pause()
  for (const replica of [here, there]) {
    await until('the dead connection is noticed', async () =>
      (await scrape(replica)).samples['earshot_redis_up{connection="subscriptions"}'] === 0)
  }
  server.resume()
  await until('there are others for them', async () => {
    const after = await subscribers(server)
    return after.length === before.length && after.every(id => !before.includes(id))
  })
  await comesBack(service, session)
  await hasMissedNothing(t, service, session, viewer)
})

t.test('entries of 8 MB do not make Redis disconnect the subscribers', async t => {
  const service = await startService(t, { BODY_LIMIT: '16mb', MAX_SESSION_BYTES: '1gb' })
  const { server, here, there } = service
  const session = newSession()
  const viewer = follow(t, { url: there.url, sessionId: session })
  await viewer.enters('live')
  const before = await subscribers(server)
  const messages = server.client.duplicate()
  t.teardown(() => messages.disconnect())
  let largest = 0
  messages.on('smessage', (_channel, text: string) => { largest = Math.max(largest, text.length) })
  await messages.ssubscribe(`capture:{${session}}:events`)

  // Both replicas run in this process, which must not be so busy with bodies that it reads from Redis too late.
  const someAtOnce = pLimit(5)
  const count = isWhole ? 20 : 10
  await Promise.all(Array.from({ length: count }, (_, n) => someAtOnce(async () => {
    const entry = { ...fields(`large ${n}`), response: String(n % 10).repeat(8 * 1024 * 1024) }
    await until('it is pushed', async () => (await push(here, session, entry)).status === 200, 60_000)
  })))
  messages.disconnect()
  // The viewer itself is disconnected when two entries are pending for it, and resumes after the last one that it has.
  t.equal((await hasMissedNothing(t, service, session, viewer, { lists: 1, gaps: 0 })).length, count)
  t.same((await subscribers(server)).filter(id => before.includes(id)), before, 'the connections are the same')
  t.ok(largest > 0 && largest < 1000, `the largest announcement has ${largest} characters`)
})
