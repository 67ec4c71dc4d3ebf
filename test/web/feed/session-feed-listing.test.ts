// How the feed reads the list of entries from a scripted service: it shows entries while they arrive, and continues a list that broke off.
import t from 'tap'
import type { SessionFeed, FeedState } from '../../../src/web/feed/session-feed.js'
import { follow, latch, linesOf, startScript } from './follow.js'
import { entryOf } from './model-service.js'

const sessionId = '15-characters--'
const place = (rev: number) => ({ rev: `${rev}-0`, prev: `${rev - 1}-0` })
const received = (seq: number) => ({ type: 'entry-received', data: entryOf(seq, 'a'), ...place(seq) })
const entry = (seq: number) => entryOf(seq, 'a')
const ids = (feed: SessionFeed) => [...feed.entries()].map(({ id }) => id)
const progress = (states: FeedState[]) => states.map(state => state.name === 'listing' ? `${state.listed}/${state.of}` : state.name)
const HOUR = 3_600_000

t.test('entries are visible while the list arrives, with the progress', async t => {
  const shown: unknown[] = []
  const { opened, open } = latch()
  const service = await startScript(t, {
    lines: (reply, _nth, after, { headers }) => {
      t.same([after, headers.accept], [null, 'application/x-ndjson, application/json;q=0.5'])
      reply.write(linesOf(entry(1), entry(2)) + '{"id":')
      opened.then(() => { reply.end(linesOf(entry(3), entry(4)).slice(6)) }, () => {})
    },
    connected: say => { say({ type: 'connected', data: 3, rev: '9-0' }) }
  })
  const { feed, states, changes, enters } = follow(t, {
    url: service.url,
    sessionId,
    onState: state => {
      shown.push([state.name, ids(feed), feed.rev])
      if (state.name === 'listing' && state.listed === 2) open()
    }
  })
  await enters('live')
  t.same(progress(states), ['0/3', '2/3', '4/4', 'live'], 'more entries can arrive than were announced')
  t.same(shown, [
    ['listing', [], undefined], ['listing', ['1-a', '2-a'], undefined], ['listing', ['1-a', '2-a', '3-a', '4-a'], undefined],
    ['live', ['1-a', '2-a', '3-a', '4-a'], '9-0']
  ])
  t.same(changes.map(({ type }) => type), ['listing', 'listing', 'listed'])
})

t.test('the old copy stays visible until the new list is complete', async t => {
  const { opened, open } = latch()
  const service = await startScript(t, {
    lines: (reply, nth) => {
      reply.write(linesOf(...nth === 1 ? [entry(1)] : [entry(2), entry(3)]))
      if (nth === 1) reply.end()
      else opened.then(() => { reply.end(linesOf(entry(4))) }, () => {})
    },
    connected: (say, socket, nth) => {
      say({ type: 'connected', data: 3, rev: `${nth}-0` })
      socket.on('message', () => { socket.close(1012) })
    }
  })
  const { feed, changes, sockets } = follow(t, {
    url: service.url,
    sessionId,
    onState: state => {
      if (state.name !== 'listing' || state.listed !== 2) return
      t.same([ids(feed), feed.rev], [['1-a'], undefined])
      open()
    }
  })
  await feed.settled('1-0')
  sockets[0]!.send('leave')
  await feed.settled('2-0')
  t.same(ids(feed), ['2-a', '3-a', '4-a'])
  t.same(changes.map(({ type }) => type), ['listing', 'listed', 'listed'])
})

t.test('a list that breaks off is continued at once after its last entry', async t => {
  const afters: unknown[] = []
  let cut = () => {}
  const service = await startScript(t, {
    lines: (reply, nth, after) => {
      afters.push(after)
      // First the connection is cut within a line. Then the text ends without a newline, twice: after an entry and within one. Then the
      // rest arrives.
      if (nth === 1) reply.write(linesOf(entry(1), entry(2)) + '{"id":"3-a')
      if (nth === 1) cut = () => reply.destroy()
      else if (nth === 2) reply.end(linesOf(entry(3)) + '{"id":"4-a"}')
      else if (nth === 3) reply.end(linesOf(entry(4)) + '{')
      else reply.end(linesOf(entry(5)))
    },
    connected: say => {
      say({ type: 'connected', data: 5, rev: '5-0' })
      say({ type: 'deleted', data: { id: '2-a' }, ...place(6) })
    }
  })
  const { feed, states } = follow(t, {
    url: service.url,
    sessionId,
    timing: { retryMs: HOUR },
    onState: state => { if (state.name === 'listing' && state.listed === 2) cut() }
  })
  await feed.settled('6-0')
  t.same(afters, [null, '2-a', '3-a', '4-a'])
  t.same(ids(feed), ['1-a', '3-a', '4-a', '5-a'])
  t.same(progress(states), ['0/5', '2/5', '3/5', '4/5', '5/5', 'live'])
  t.match(feed.figures, { connects: 1, lists: 1, gaps: 0 })
  t.equal(service.asked.filter(({ pathname }) => pathname.endsWith('/screenshots')).length, 1)
})

t.test('an attempt without new entries is retried after the delay, and the list continues after its last entry', async t => {
  const afters: unknown[] = []
  const service = await startScript(t, {
    lines: (reply, nth, after) => {
      afters.push(after)
      if (nth <= 2) reply.end((nth === 1 ? linesOf(entry(1)) : '') + '{"id"')
      else if (nth === 3) reply.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"Away"}')
      else if (nth === 4) reply.writeHead(429, { 'content-type': 'application/json' }).end('{"error":"Too many"}')
      else reply.end(linesOf(entry(2)))
    },
    connected: (say, _socket, _nth, since) => { say({ type: 'connected', data: 2, rev: since ?? '7-0', ...(since && { resumed: true }) }) }
  })
  const { feed, states } = follow(t, { url: service.url, sessionId })
  await feed.settled('7-0')
  t.same(afters, [null, '1-a', '1-a', '1-a', '1-a'])
  t.same(ids(feed), ['1-a', '2-a'])
  t.same(states.flatMap(state => 'reason' in state ? [`${state.name}: ${state.reason}`] : []),
    ['waiting: reading the list failed: the answer is incomplete', 'waiting: reading the list failed: Away', 'refused: Too many'])
  t.match(feed.figures, { connects: 4, resumes: 3, lists: 1 })
})

t.test('after a lost WebSocket the list continues after its last entry, and all changes are applied in order', async t => {
  const afters: unknown[] = []
  const service = await startScript(t, {
    lines: (reply, nth, after) => {
      afters.push(after)
      if (nth === 1) reply.write(linesOf(entry(1), entry(2), entry(3)))
      else reply.end(linesOf(entry(7)))
    },
    connected: (say, socket, nth, since) => {
      if (nth === 1) {
        say({ type: 'connected', data: 4, rev: '4-0' })
        say({ type: 'deleted', data: { id: '2-a' }, ...place(5) })
        say({ type: 'entry-updated', data: { ...entry(1), response: 'first' }, ...place(6) })
        socket.on('message', () => { socket.close(1001) })
      } else {
        say({ type: 'connected', data: 5, rev: since, resumed: true })
        say(received(7))
        say({ type: 'entry-updated', data: { ...entry(1), response: 'second' }, ...place(8) })
      }
    }
  })
  const { feed, states, changes, sockets } = follow(t, {
    url: service.url,
    sessionId,
    timing: { retryMs: HOUR },
    onState: state => { if (state.name === 'listing' && state.listed === 3 && feed.figures.connects === 1) sockets[0]!.send('leave') }
  })
  await feed.settled('8-0')
  t.same(afters, [null, '3-a'])
  t.equal(service.asked.filter(({ pathname }) => pathname.endsWith('/ws')).at(-1)?.searchParams.get('since'), '6-0')
  t.same([...feed.entries()], [{ ...entry(1), response: 'second' }, entry(3), entry(7)])
  t.same(progress(states), ['0/4', '3/4', 'waiting', 'connecting', '3/5', '4/5', 'live'])
  t.same(changes.map(({ type }) => type).slice(0, 3), ['listing', 'listing', 'listed'])
  t.match(feed.figures, { connects: 2, resumes: 1, lists: 1, gaps: 0, messages: 4 })
})

for (const [what, { closes, says, since, gaps }] of Object.entries({
  'a channel that cannot be resumed': { closes: true, says: [], since: '4-0', gaps: 0 },
  'a gap': { closes: false, says: [received(9)], since: null, gaps: 1 }
})) {
  t.test(`after ${what} the session is listed from the start`, async t => {
    const asked: unknown[] = []
    const service = await startScript(t, {
      lines: (reply, nth, after) => {
        asked.push(after)
        if (nth === 1) reply.write(linesOf(entry(1), entry(2)))
        else reply.end(linesOf(entry(2), entry(3)))
      },
      connected: (say, socket, nth, since) => {
        asked.push(since)
        say({ type: 'connected', data: 2, rev: nth === 1 ? '4-0' : '9-0', ...(since && { resumed: false }) })
        socket.on('message', () => {
          for (const message of says) say(message)
          if (closes) socket.close(1012)
        })
      }
    })
    const { feed, sockets } = follow(t, {
      url: service.url,
      sessionId,
      onState: state => { if (state.name === 'listing' && state.listed === 2 && feed.figures.lists === 1) sockets[0]!.send('go') }
    })
    await feed.settled('9-0')
    t.same(asked, [null, null, since, null])
    t.same(ids(feed), ['2-a', '3-a'])
    t.match(feed.figures, { lists: 2, resumes: 0, gaps })
  })
}

t.test('onState and onChange may close the feed while it lists', async t => {
  for (const told of ['onState', 'onChange'] as const) {
    const service = await startScript(t, {
      lines: reply => { reply.write(linesOf(entry(1))) },
      connected: say => { say({ type: 'connected', data: 1, rev: '1-0' }) }
    })
    const close = () => { if (followed.feed.size === 1) followed.feed.close() }
    const followed = follow(t, { url: service.url, sessionId, [told]: close })
    await followed.enters('closed')
    t.same(progress(followed.states), ['0/1', '1/1', 'closed'])
    t.equal(followed.changes.length, told === 'onState' ? 0 : 1)
  }
})
