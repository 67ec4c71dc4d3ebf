// If rules take long to check, the service answers other requests meanwhile. Rules in a large body are stored in the same way as rules in a
// small body.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import t from 'tap'
import { newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { FAILS, putRules, rulesOf, written } from '../support/rules.js'
import { until } from '../support/until.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)
const TIMES = new Set(['version', 'now', 'expires', 'holdMs'])
const MERGE = JSON.stringify({ rules: [{ ...FAILS, action: { type: 'change', response: { merge: 'VALUE' } } }] })
const merging = (value: string) => MERGE.replace('"VALUE"', value)
const HOSTILE: [name: string, body: string][] = [
  ['deep', merging('['.repeat(900_000) + ']'.repeat(900_000))],
  ['wide', merging(`[${'{},'.repeat(600_000)}0]`)],
  ['members that no list of rules has', `{"rules":[]${Array.from({ length: 150_000 }, (_, n) => `,"m${n}":1`).join('')}}`]
]

t.test('others are answered while a hostile write of rules is checked', async t => {
  for (const [name, body] of HOSTILE) {
    const session = newSession()
    const { answer, end } = await allButLast(session, body)
    end()
    const other = async () => (await fetch(`${replica.url}/healthz`)).status
    const first = await Promise.race([answer, other().then(other).then(other)])
    t.equal(first, 200, `${name}: three others are answered before it`)
    t.equal(await answer, 400, name)
    t.same((await rulesOf(replica, session)).version, '0')
  }
})

/** Returns when the service has received all of the body but its last byte, which `end` sends. */
async function allButLast (session: string, body: string): Promise<{ answer: Promise<number | undefined>, end: () => void }> {
  const came = new Promise<IncomingMessage>(resolve => {
    replica.app.server.on('request', (request: IncomingMessage) => { if (request.method === 'PUT') resolve(request) })
  })
  const put = request(`${replica.url}/capture/rules?sessionId=${session}`, {
    method: 'PUT', headers: { 'content-type': 'application/json', 'content-length': body.length }
  })
  const answer = once(put, 'response').then(([reply]) => (reply as IncomingMessage).resume().statusCode)
  put.write(body.slice(0, -1))
  const { socket } = await came
  await until('the body is there', async () => socket.bytesRead >= body.length - 1)
  return { answer, end: () => put.end(body.slice(-1)) }
}

t.test('rules of a body that is read in the thread are stored and answered as those of a small one', async t => {
  const [small, large] = [newSession(), newSession()]
  const rules = [{ ...FAILS, id: 'a' }, { ...FAILS, id: 'b', action: { type: 'respond' as const, status: 200, body: { text: 'é'.repeat(5000) } } }]
  const stored = await written(t, replica, small, rules, { off: true })
  const { status, body } = await putRules(replica, large, JSON.stringify({ rules, off: true }) + ' '.repeat(100_000))
  const without = (reply: unknown) => JSON.stringify(reply, (key, value: unknown) => TIMES.has(key) ? 0 : value)
  t.same([status, without(body)], [200, without(stored)])
  t.same(without(await rulesOf(replica, large)), without(await rulesOf(replica, small)))
})
