// Streams of a page in which the recorder's part for messages cannot be loaded.
import t from 'tap'
import { list, newSession } from '../../../support/client.js'
import { matchEach } from '../../../support/match-each.js'
import { until } from '../../../support/until.js'
import { MESSAGES, openSocket } from './messages.js'
import { open, recorded, replica, tag } from './place.js'

t.test('without the part for messages, everything else is recorded', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session), { prepare: async context => await context.route(MESSAGES, route => route.abort()) })
  await openSocket(page)
  await page.evaluate("socket.send('bye')")
  matchEach(t, await recorded(session, 1), [{ note: 'messages not recorded', timeConsuming: Number }])
  t.match(await page.evaluate('Earshot.state'), { status: 'recording', dropped: 0 })
})

t.test('without the part for messages, an event that a server names close or error does not end the entry of its stream', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session), { prepare: async context => await context.route(MESSAGES, route => route.abort()) })
  const text = encodeURIComponent('event: error\ndata: 1\n\nevent: close\ndata:\n\n')
  await page.evaluate(`new Promise(resolve => {
    window.source = new EventSource('/c?type=text/event-stream&text=${text}')
    source.addEventListener('close', resolve)
  })`)
  await openSocket(page)
  await page.evaluate("socket.send('bye')")
  const entryOf = async (via: string) => (await list(replica, session)).find(entry => entry.via === via)
  await until('what came later has ended its entry', async () => ((await entryOf('websocket'))?.timeConsuming ?? 0) > 0)
  t.equal((await entryOf('eventsource'))?.timeConsuming, 0)
  await page.evaluate('source.close()')
  await until('the page ends it', async () => ((await entryOf('eventsource'))?.timeConsuming ?? 0) > 0)
})
