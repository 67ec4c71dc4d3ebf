// Rules of sessions that are spread over the primaries of a Redis Cluster: writes, reads, held requests and announcements work as on a
// single Redis, even after a slot has moved and after a failover.
import t, { type Test } from 'tap'
import { keysOf } from '../../src/store/keys.js'
import { call, newSession, pushed, push, watch } from '../support/client.js'
import { startCluster } from '../support/cluster.js'
import type { Server } from '../support/server.js'
import { startReplica } from '../support/replica.js'
import { FAILS, getRules, hold, putRules, rulesOf, SLOW, written } from '../support/rules.js'
import { until } from '../support/until.js'

const cluster = await startCluster(t)
const [here, there] = [await startReplica(t, cluster), await startReplica(t, cluster)]
const LARGE = 'x'.repeat(10_000)
const ANSWERS = { ...FAILS, action: { type: 'respond' as const, status: 200, body: { text: LARGE } } }

const ownerOf = async (session: string) => await cluster.ownerOf(keysOf(session).meta)

async function sessionOn (owner: Server): Promise<string> {
  for (;;) {
    const session = newSession()
    if (await ownerOf(session) === owner) return session
  }
}

t.test('rules of sessions on every primary are written, read, held for, and told to apps and viewers of all replicas', async t => {
  const primaries = await cluster.primaries()
  t.equal(primaries.length, 3)
  for (const primary of primaries) await everyUse(t, await sessionOn(primary))
})

async function everyUse (t: Test, session: string): Promise<void> {
  const viewer = await watch(t, there, session)
  await viewer.next()
  t.match((await getRules(there, session, '&editing=1')).body, { version: '0', rules: { length: 0 } })
  const waiting = [await hold(here, session, '0'), await hold(there, session, '0')]
  const { version, rules } = await written(t, here, session, [ANSWERS, SLOW])
  for (const { reply } of waiting) t.match(await reply, { status: 200, body: { version, rules } })
  t.match(await viewer.next(), { type: 'rules-changed', data: { version, off: false, rules } })
  t.match(await rulesOf(there, session), { version, rules })
  t.match(await call(there, `/capture/rules/${rules[0]!.id}/body?sessionId=${session}`), { status: 200, body: LARGE })

  t.match((await push(there, session, { api: '/a', method: 'GET' })).headers.get('earshot-rules'), RegExp(`^${version};hold=`))
  t.match(await viewer.next(), { type: 'entry-received' })
  t.match(await putRules(there, session, { rules: [] }, { 'if-match': '"0"' }), { status: 409, body: { version } })
  const late = await watch(t, here, session, version)
  t.same((await late.take(2)).map(({ type }) => type), ['connected', 'entry-received'])

  const next = await hold(there, session, version)
  const empty = await written(t, here, session, [], { off: true })
  t.match(await next.reply, { status: 200, body: { version: empty.version, off: true, rules: { length: 0 } } })
  t.match(await call(here, `/capture/rules/${rules[0]!.id}/body?sessionId=${session}`), { status: 404 })
}

t.test('a request that is held learns of rules that are written after its slot has moved', async t => {
  const session = newSession()
  const { version } = await written(t, here, session, [ANSWERS])
  await pushed(here, session, {})
  const waiting = [await hold(here, session, version), await hold(there, session, version)]
  const owner = await ownerOf(session)
  const other = (await cluster.primaries()).find(node => node !== owner)!
  await cluster.migrate(keysOf(session).meta, other)
  t.equal(await ownerOf(session), other)
  const next = await rewritten(session)
  for (const { reply } of waiting) t.match(await reply, { status: 200, body: { version: next } })
  t.match(await rulesOf(there, session), { version: next, rules: { length: 2 } })
})

t.test('a request that is held learns of rules that are written after a failover', async t => {
  const session = newSession()
  const { version } = await written(t, here, session, [ANSWERS])
  const waiting = [await hold(here, session, version), await hold(there, session, version)]
  await cluster.failOver(await ownerOf(session))
  const next = await rewritten(session)
  for (const { reply } of waiting) t.match(await reply, { status: 200, body: { version: next } })
})

// Writes may be refused for a moment while the nodes change.
async function rewritten (session: string): Promise<string> {
  let version = ''
  await until('rules are written', async () => {
    const { status, body } = await putRules(here, session, { rules: [ANSWERS, SLOW] })
    version = (body as { version: string }).version
    return status === 200
  })
  return version
}
