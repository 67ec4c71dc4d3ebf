// Filters that search messages: in lists, files and summaries of the service.
import t from 'tap'
import type { Summary } from '../../src/schema/summary.js'
import { call, newSession, pushed } from '../support/client.js'
import { pushMessages, range, texts } from '../support/messages.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const replica = await startReplica(t, await startRedis(t))
const session = newSession()

for (const n of range(1, 6)) {
  await pushed(replica, session, { requestId: `r${n}`, api: `/stream/${n}`, via: 'websocket' })
  // The last of 300 messages, several pages of them.
  if (n < 6) await pushMessages(replica, session, `r${n}`, texts(range(1, 300), at => at === 300 ? `order ${n % 2 ? 'shipped' : 'paid'}` : 'ping'))
}
await pushed(replica, session, { requestId: 'plain', api: '/plain', response: 'order shipped' })

const get = (path: string, query: string) => call(replica, `/capture/${path}?sessionId=${session}&${query}`)
const foundBy = async (filter: string, query = '') =>
  ((await get('entries', `filter=${encodeURIComponent(filter)}${query}`)).body as { api: string }[]).map(({ api }) => api)

t.test('a list has the entries with a message that matches', async t => {
  t.same(await foundBy('message:"order shipped"'), ['/stream/1', '/stream/3', '/stream/5'])
  t.same(await foundBy('message:=ping -message:shipped'), ['/stream/2', '/stream/4'])
  t.same(await foundBy('-message:order via:websocket'), ['/stream/6'])
  t.same(await foundBy('message:paid,shipped', '&last=2'), ['/stream/4', '/stream/5'])
})

t.test('a list does not contain the messages that its filter has read', async t => {
  for (const query of ['', '&fields=id,api']) {
    const { body } = await get('entries', `filter=message:paid${query}`)
    t.notMatch(JSON.stringify(body), /messageList|order paid/)
    t.equal((body as unknown[]).length, 2)
  }
})

t.test('a HAR and a summary have only these entries', async t => {
  const { body } = await get('har', 'filter=message:paid')
  t.same((body as { log: { entries: { request: { url: string } }[] } }).log.entries.map(({ request }) => new URL(request.url).pathname),
    ['/stream/2', '/stream/4'])
  t.equal(((await get('summary', 'filter=message:shipped')).body as Summary).entries, 3)
})

t.test('a new message makes an entry match', async t => {
  await pushMessages(replica, session, 'r6', texts([1], () => 'late'))
  t.same(await foundBy('message:late'), ['/stream/6'])
})

t.test('a rule with this key is refused by its name', async t => {
  const rules = [{ name: 'r', match: 'message:paid', action: { type: 'fail', how: 'network' } }]
  const { status, body } = await call(replica, `/capture/rules?sessionId=${session}`, {
    method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ rules })
  })
  t.equal(status, 400)
  t.match(body, { error: /"message" is not known when a request starts/ })
})
