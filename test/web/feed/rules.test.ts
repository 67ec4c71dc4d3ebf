// What a feed reports about the rules of its session.
import t from 'tap'
import { WebSocket } from 'ws'
import type { Rules } from '../../../src/schema/rule.js'
import { keysOf } from '../../../src/store/keys.js'
import { readFrame } from '../../../src/web/feed/frame.js'
import { SessionFeed } from '../../../src/web/feed/session-feed.js'
import { newSession, pushed, watch } from '../../support/client.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { FAILS, getRules, written } from '../../support/rules.js'
import { until } from '../../support/until.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

t.test('a feed passes on each change of the rules, and says when they may have changed unnoticed', async t => {
  const session = newSession()
  const told: (Rules | undefined)[] = []
  const feed = new SessionFeed({ url: replica.url, sessionId: session, WebSocket, onRules: rules => { told.push(rules) } })
  t.teardown(() => { feed.close() })
  await until('the feed is live', async () => feed.state.name === 'live')
  t.same(told, [], 'a session that has had none')
  const { version, rules } = await written(t, replica, session, [FAILS])
  await until('the rules are told', async () => told.length === 1)
  t.same(told[0], { version, off: false, rules })
  feed.reconnect()
  await until('the feed is live again', async () => feed.state.name === 'live')
  await pushed(replica, session, {})
  await until('the entry has arrived', async () => feed.size === 1)
  t.equal(told.length, 1, 'it resumed: nothing was missed')
  t.same([feed.figures.gaps, feed.figures.lists], [0, 1])
  await redis.client.unlink(keysOf(session).meta, keysOf(session).log)
  feed.reconnect()
  await until('the feed has listed again', async () => feed.state.name === 'live' && feed.figures.lists === 2)
  t.same(told.slice(1), [undefined], 'they have ended with the session')
})

t.test('a feed says after its first list that the session has rules, unless the service has none', async t => {
  const session = newSession()
  await written(t, replica, session, [FAILS])
  const without = await startReplica(t, redis, { RULES: 'off' })
  for (const [{ url }, expected] of [[replica, [undefined]], [without, []]] as const) {
    const told: unknown[] = []
    const feed = new SessionFeed({ url, sessionId: session, WebSocket, onRules: rules => { told.push(rules) } })
    t.teardown(() => { feed.close() })
    await until('the feed is live', async () => feed.state.name === 'live')
    t.same(told, expected)
  }
  const edited = newSession()
  await getRules(replica, edited, '&editing=1')
  const viewer = await watch(t, replica, edited)
  t.same(await viewer.next(), { type: 'connected', data: 0, rev: '0-0' }, 'somebody only has the rules open')
})

t.test('a change of rules without its data, as an older replica passes it on, is no gap: the rules must be read', async t => {
  const place = { rev: '2-0', prev: '1-0' }
  for (const data of [undefined, null, {}, { rules: 7 }]) {
    t.same(readFrame(JSON.stringify({ type: 'rules-changed', data, ...place })), { type: 'other', of: 'rules-changed', ...place })
  }
  t.match(readFrame(JSON.stringify({ type: 'rules-changed', data: { version: '2-0', off: true, rules: [] }, ...place })),
    { type: 'rules-changed', data: { off: true } })
  t.same(readFrame(JSON.stringify({ type: 'renamed', ...place })), { type: 'other', of: 'renamed', ...place })
})
