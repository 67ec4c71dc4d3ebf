import t from 'tap'
import { ChangeReader } from '../../src/live/change-reader.js'
import { Chain } from '../../src/live/chain.js'
import { openRedis } from '../../src/redis/connections.js'
import { ChangeLog } from '../../src/store/changes.js'
import { EntryStore } from '../../src/store/entries.js'
import { newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { until } from '../support/until.js'

const server = await startRedis(t)
const redis = await openRedis(server.address, () => {})
t.teardown(() => redis.close())
const entries = new EntryStore(redis.commands, { retentionMs: 60_000, maxEntries: 2000, maxSessionBytes: 1e9 })
const changes = new ChangeLog(redis.commands)
const entry = { api: '/a', method: 'GET' as const, requestId: 'r' }

t.test('a change whose message is under way is not read from the log: there, the entry is complete already', async t => {
  const { session, chain, types, catchUps } = await begun()
  await entries.push(session, entry)
  const pending = await changes.since(session, '0-0')
  await entries.push(session, { ...entry, timeConsuming: 1 })
  const complete = (await changes.since(session, pending![0]!.rev))!
  await chain.compareWithHead()
  chain.take(pending!)
  chain.take(complete)
  // A change that does not arrive is read from the log, later than the first comparison would have done it.
  await entries.push(session, { ...entry, requestId: 'unheard' })
  await chain.compareWithHead()
  await until('the log was read', async () => catchUps() > 0)
  t.same(types, ['entry-received', 'entry-updated', 'entry-received'])
  t.equal(catchUps(), 1)
})

t.test('a change that did not arrive, while none followed, is read from the log', async t => {
  const { session, chain, types, catchUps } = await begun()
  await entries.push(session, entry)
  await chain.compareWithHead()
  await until('the log was read', async () => catchUps() === 1)
  t.same(types, ['entry-received'])
})

/** A chain of a new session that hears only what the test gives it. */
async function begun (): Promise<{ session: string, chain: Chain, types: string[], catchUps: () => number }> {
  const session = newSession()
  const types: string[] = []
  let count = 0
  const chain = new Chain(session, new ChangeReader(changes, 8), {
    onChange: ({ type }) => { types.push(type) },
    onCaughtUp: () => { count++ },
    onBroken: error => { throw error }
  })
  t.teardown(() => chain.end())
  await chain.begin(Promise.resolve())
  return { session, chain, types, catchUps: () => count }
}
