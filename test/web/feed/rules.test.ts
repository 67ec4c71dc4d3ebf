// What a feed tells of the rules of its session.
import t from 'tap'
import { WebSocket } from 'ws'
import type { Rules } from '../../../src/schema/rule.js'
import { readFrame } from '../../../src/web/feed/frame.js'
import { SessionFeed } from '../../../src/web/feed/session-feed.js'
import { newSession, pushed } from '../../support/client.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { FAILS, written } from '../../support/rules.js'
import { until } from '../../support/until.js'

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

t.test('a feed passes on each change of the rules, and says when they may have changed unnoticed', async t => {
  const session = newSession()
  const told: (Rules | undefined)[] = []
  const feed = new SessionFeed({ url: replica.url, sessionId: session, WebSocket, onRules: rules => { told.push(rules) } })
  t.teardown(() => { feed.close() })
  await until('the feed is live', async () => feed.state.name === 'live')
  t.same(told, [undefined], 'after the first list')
  const { version, rules } = await written(t, replica, session, [FAILS])
  await until('the rules are told', async () => told.length === 2)
  t.same(told[1], { version, off: false, rules })
  feed.reconnect()
  await until('the feed is live again', async () => feed.state.name === 'live')
  await pushed(replica, session, {})
  await until('the entry has arrived', async () => feed.size === 1)
  t.equal(told.length, 2, 'it resumed: nothing was missed')
  t.same([feed.figures.gaps, feed.figures.lists], [0, 1])
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
