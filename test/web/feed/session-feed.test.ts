// The behavior of the feed, on a scripted service that sends what docs/api.md promises.
import t from 'tap'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { SessionFeed } from '../../../src/web/feed/session-feed.js'
import { follow, latch, startScript } from './follow.js'
import { entryOf } from './model-service.js'

const sessionId = '15-characters--'
const place = (rev: number) => ({ rev: `${rev}-0`, prev: `${rev - 1}-0` })
const received = (seq: number) => ({ type: 'entry-received', data: entryOf(seq, 'a'), ...place(seq) })
const names = (states: { name: string }[]) => states.map(({ name }) => name)

t.test('it connects under the base path of the service, lists, and becomes live', async t => {
  const service = await startScript(t, {
    get: path => ({ status: 200, body: path.endsWith('/entries') ? [entryOf(1, 'a')] : [] }),
    connected: say => { say({ type: 'connected', data: 1, rev: '1-0' }) }
  })
  const { feed, states, changes, enters } = follow(t, { url: `${service.url}/deep/down`, sessionId: 'ä &=?# 15 chars', token: 'se cret' })
  t.same([feed.state, feed.rev, feed.size], [{ name: 'connecting' }, undefined, 0])
  await enters('live')
  t.same(states, [{ name: 'listing', listed: 0, of: 1 }, { name: 'listing', listed: 1, of: 1 }, { name: 'live' }])
  t.same(changes, [{ type: 'listing' }, { type: 'listed' }])
  t.same([...feed.entries()], [entryOf(1, 'a')])
  t.same([feed.rev, feed.size, feed.entry('1-a')?.id, feed.entry('2-b')], ['1-0', 1, '1-a', undefined])
  t.same(feed.figures, { connects: 1, resumes: 0, lists: 1, gaps: 0, messages: 0 })
  t.same(service.asked.map(url => url.pathname).sort(), ['/deep/down/capture/entries', '/deep/down/capture/screenshots', '/deep/down/ws'])
  for (const url of service.asked) {
    t.same([...url.searchParams], [['sessionId', 'ä &=?# 15 chars'], ['token', 'se cret']])
  }
})

t.test('changes that arrive while the list is read are applied after it, and reported as one change', async t => {
  const { opened, open } = latch()
  const service = await startScript(t, {
    get: async path => {
      await opened
      return { status: 200, body: path.endsWith('/entries') ? [entryOf(1, 'a')] : [] }
    },
    connected: say => {
      say({ type: 'connected', data: 0, rev: '0-0' })
      say(received(1))
      say(received(2))
      say({ type: 'pong' })
    }
  })
  const { feed, changes, sockets } = follow(t, { url: service.url, sessionId })
  await new Promise<void>(resolve => sockets[0]!.on('message', (data: Buffer) => { if (data.includes('pong')) resolve() }))
  t.same([feed.state.name, feed.rev, feed.size], ['listing', undefined, 0])
  open()
  await feed.settled('2-0')
  t.same([...feed.entries()].map(({ id }) => id), ['1-a', '2-a'])
  t.same(changes, [{ type: 'listing' }, { type: 'listed' }])
})

t.test('after a close with 1001 it reconnects at once and resumes without listing', async t => {
  const service = await startScript(t, {
    connected: (say, socket, nth, since) => {
      if (nth === 1) {
        say({ type: 'connected', data: 0, rev: '0-0' })
        say(received(1))
      } else {
        say({ type: 'connected', data: 2, rev: since, resumed: true })
        say(received(2))
      }
      socket.on('message', () => { socket.close(1001) })
    }
  })
  const { feed, states, sockets, changes } = follow(t, { url: service.url, sessionId, timing: { retryMs: 3_600_000 } })
  await feed.settled('1-0')
  sockets[0]!.send('leave')
  await feed.settled('2-0')
  t.equal(service.asked.at(-1)?.searchParams.get('since'), '1-0')
  t.same(names(states), ['listing', 'live', 'waiting', 'connecting', 'live'])
  t.match(feed.figures, { connects: 2, resumes: 1, lists: 1, gaps: 0, messages: 2 })
  t.same(changes.map(({ type }) => type).filter(type => type !== 'entry-received'), ['listed'])
})

t.test('a session that cannot be resumed is listed again; the old copy stays visible until then', async t => {
  const service = await startScript(t, {
    get: path => ({ status: 200, body: path.endsWith('/entries') && service.asked.length < 4 ? [entryOf(1, 'a')] : [] }),
    connected: (say, socket, nth) => {
      say({ type: 'connected', data: 0, rev: `${nth}-0`, ...(nth > 1 && { resumed: false }) })
      socket.on('message', () => { socket.close(1012) })
    }
  })
  const { feed, sockets, entersAgain } = follow(t, { url: service.url, sessionId })
  await feed.settled('1-0')
  sockets[0]!.send('leave')
  await entersAgain('listing')
  t.same([feed.size, feed.rev], [1, undefined])
  await feed.settled('2-0')
  t.equal(feed.size, 0)
})

t.test('after a close with 1013, 1000 or 4000 it reconnects after the retry delay', async t => {
  const reasons = { 1013: 'this client reads too slowly', 1000: 'WebSocket code 1000', 4000: 'WebSocket code 4000' }
  for (const [code, reason] of Object.entries(reasons)) {
    const service = await startScript(t, {
      connected: (say, socket, nth, since) => {
        say({ type: 'connected', data: 0, rev: '0-0', ...(since && { resumed: true }) })
        if (nth === 1) socket.on('message', () => { socket.close(Number(code)) })
      }
    })
    const { feed, sockets, entersAgain, enters } = follow(t, { url: service.url, sessionId, timing: { jitterMs: 0, retryMs: 30 } })
    await enters('live')
    sockets[0]!.send('leave')
    const startedMs = Date.now()
    t.match(await entersAgain('waiting'), { retryAt: Number, reason })
    await entersAgain('live')
    t.ok(Date.now() - startedMs >= 29, 'not sooner')
    t.match(feed.figures, { resumes: 1, lists: 1 })
  }
})

t.test('after close() it does not reconnect, and pending waits reject', async t => {
  const service = await startScript(t, { connected: say => { say({ type: 'connected', data: 0, rev: '0-0' }) } })
  const { feed, states, sockets, enters } = follow(t, { url: service.url, sessionId })
  await enters('live')
  const settled = feed.settled('1-0')
  feed.close()
  feed.close()
  feed.reconnect()
  await t.rejects(settled, /closed/)
  await t.rejects(feed.settled('0-0'), /closed/)
  await once(sockets[0]!, 'close')
  t.same(names(states), ['listing', 'live', 'closed'])
  t.equal(sockets.length, 1)
})

t.test('onState may close the feed in any state', async t => {
  for (const name of ['listing', 'live', 'waiting', 'refused', 'connecting']) {
    const service = await startScript(t, {
      refuse: () => name === 'refused' ? 400 : undefined,
      get: () => ({ status: name === 'refused' ? 400 : 200, body: [] }),
      connected: (say, socket) => {
        say({ type: 'connected', data: 0, rev: '0-0' })
        if (name === 'waiting' || name === 'connecting') socket.close(1001)
      }
    })
    const followed = follow(t, {
      url: service.url,
      sessionId,
      // Why it was refused is asked first, however long the answer takes.
      timing: { retryMs: 60_000 },
      onState: state => { if (state.name === name) followed.feed.close() }
    })
    await followed.enters('closed')
    t.equal(followed.states.at(-1)?.name, 'closed')
    t.equal(followed.sockets.length, 1)
  }
})

t.test('reconnect() reconnects at once and resumes', async t => {
  const service = await startScript(t, {
    connected: (say, _socket, _nth, since) => { say({ type: 'connected', data: 0, rev: '0-0', ...(since && { resumed: true }) }) }
  })
  const { feed, enters, entersAgain } = follow(t, { url: service.url, sessionId, timing: { retryMs: 3_600_000 } })
  await enters('live')
  feed.reconnect()
  await entersAgain('live')
  t.match(feed.figures, { connects: 2, resumes: 1, lists: 1 })
})

t.test('the url defaults to EARSHOT_URL, then to http://127.0.0.1:3000; an invalid url throws', async t => {
  const service = await startScript(t, { connected: say => say({ type: 'connected', data: 0, rev: '0-0' }) })
  process.env.EARSHOT_URL = service.url
  t.teardown(() => { delete process.env.EARSHOT_URL })
  const { enters } = follow(t, { url: undefined, sessionId })
  await enters('live')
  delete process.env.EARSHOT_URL
  const asked: string[] = []
  class Asked extends WebSocket {
    constructor (url: string) {
      super(service.url.replace('http', 'ws'))
      asked.push(url)
    }
  }
  new SessionFeed({ sessionId, WebSocket: Asked }).close()
  t.same(asked, [`ws://127.0.0.1:3000/ws?sessionId=${sessionId}`])
  for (const url of ['here', '', 'ftp://a', null, 7]) {
    t.throws(() => new SessionFeed({ url: url as string, sessionId, WebSocket }),
      { message: `url must be an address such as http://127.0.0.1:3000; it is ${JSON.stringify(url)}` })
  }
})

t.test('an invalid or missing sessionId throws', async t => {
  const build = (options: unknown) => () => new SessionFeed(options as { sessionId: string })
  const sentence = 'new SessionFeed({ sessionId }): sessionId must have 15 characters; '
  t.throws(build(undefined), { name: 'TypeError', message: `${sentence}it is missing` })
  t.throws(build({}), { name: 'TypeError', message: `${sentence}it is missing` })
  for (const wrong of ['short', '', 'a session of 16!', 7, null]) {
    t.throws(build({ sessionId: wrong }), { name: 'TypeError', message: `${sentence}it is ${JSON.stringify(wrong)}` })
  }
  t.doesNotThrow(() => new SessionFeed({ sessionId: '😀'.repeat(15), WebSocket }).close(), 'it counts code points')
})

const noWebSocket = 'WebSocket' in globalThis ? 'there is a global one' : false
t.test('without a global WebSocket the constructor throws', { skip: noWebSocket }, async t => {
  t.throws(() => new SessionFeed({ url: 'http://127.0.0.1', sessionId }),
    { message: /^No global WebSocket: pass .* of the package ws/ })
})
