// The feed while the service or a proxy misbehaves, on a scripted service.
import t from 'tap'
import { follow, latch, linesOf, startScript } from './follow.js'
import { entryOf } from './model-service.js'

const sessionId = '15-characters--'
const place = (rev: number) => ({ rev: `${rev}-0`, prev: `${rev - 1}-0` })
const received = (seq: number) => ({ type: 'entry-received', data: entryOf(seq, 'a'), ...place(seq) })
const names = (states: { name: string }[]) => states.map(({ name }) => name)

for (const [what, messages] of Object.entries({
  'a change that is missing': [received(2)],
  'a change that came twice': [received(1), received(1)],
  'a change that cannot be read': [{ type: 'entry-received', data: {}, ...place(1) }],
  'a second welcome': [{ type: 'connected', data: 0, rev: '0-0' }]
})) {
  t.test(`${what} ends the connection, and the session is listed again`, async t => {
    const sinces: unknown[] = []
    const service = await startScript(t, {
      connected: (say, _socket, nth, since) => {
        sinces.push(since)
        say({ type: 'connected', data: 0, rev: nth === 1 ? '0-0' : '9-0' })
        if (nth === 1) for (const message of messages) say(message)
      }
    })
    const { feed } = follow(t, { url: service.url, sessionId })
    await feed.settled('9-0')
    t.same(sinces, [null, null], 'it does not resume')
    t.match(feed.figures, { gaps: 1, lists: 2, resumes: 0 })
    t.equal(feed.size, 0)
  })
}

t.test('a change before the `connected` message ends the connection, and the session is listed again', async t => {
  const service = await startScript(t, {
    connected: (say, _socket, nth) => { say(nth === 1 ? received(1) : { type: 'connected', data: 0, rev: '9-0' }) }
  })
  const { feed } = follow(t, { url: service.url, sessionId })
  await feed.settled('9-0')
  t.match(feed.figures, { gaps: 1, connects: 1 })
})

t.test('a `connected` message that resumes from another rev is not accepted', async t => {
  const service = await startScript(t, {
    connected: (say, socket, nth) => {
      say({ type: 'connected', data: 0, rev: `${nth}-0`, ...(nth === 2 && { resumed: true }) })
      socket.on('message', () => { socket.close(1012) })
    }
  })
  const { feed, sockets } = follow(t, { url: service.url, sessionId })
  await feed.settled('1-0')
  sockets[0]!.send('leave')
  await feed.settled('3-0')
  t.match(feed.figures, { connects: 3, resumes: 0, lists: 2, gaps: 1 })
})

t.test('if the service closes each connection, only every other reconnect is without delay', async t => {
  const delays: number[] = []
  const service = await startScript(t, { connected: (_say, socket) => { socket.close(1012) } })
  const { opened, open } = latch()
  follow(t, {
    url: service.url,
    sessionId,
    timing: { jitterMs: 0, retryMs: 25 },
    onState: state => {
      if (state.name !== 'waiting') return
      delays.push(state.retryAt - Date.now())
      if (delays.length === 6) open()
    }
  })
  await opened
  t.same(delays.map(delay => delay > 10), [false, true, false, true, false, true])
})

t.test('a connection that goes silent is dropped after two unanswered pings, and resumed', async t => {
  let pings = 0
  const service = await startScript(t, {
    connected: (say, socket, nth, since) => {
      say({ type: 'connected', data: 0, rev: '0-0', ...(since && { resumed: true }) })
      socket.on('message', (data: Buffer) => {
        if (data.toString() === '{"type":"ping"}') pings++
        // The first connection answers twice, then never again.
        if (nth > 1 || pings <= 2) say({ type: 'pong' })
      })
    }
  })
  const { feed, enters, entersAgain } = follow(t, { url: service.url, sessionId, timing: { heartbeatMs: 15 } })
  await enters('live')
  t.match(await entersAgain('waiting'), { reason: 'the service stopped responding' })
  t.equal(pings, 4)
  await entersAgain('live')
  t.match(feed.figures, { connects: 2, resumes: 1 })
})

t.test('a connection that opens without a `connected` message times out', async t => {
  const service = await startScript(t, {
    connected: (say, _socket, nth) => { say(nth === 1 ? { type: 'pong' } : { type: 'connected', data: 0, rev: '0-0' }) }
  })
  const { states, enters } = follow(t, { url: service.url, sessionId, timing: { welcomeMs: 20 } })
  await enters('live')
  // On a busy machine, the second connection may time out, too.
  t.same(names(states).slice(0, 2), ['waiting', 'connecting'])
  t.same(names(states).slice(-2), ['listing', 'live'])
})

t.test('a refusal sets the state `refused` with its reason, and the feed retries', async t => {
  let status: number | undefined = 401
  const service = await startScript(t, {
    refuse: () => status,
    get: () => status ? { status, body: { error: 'A token is needed' } } : { status: 200, body: [] },
    connected: say => { say({ type: 'connected', data: 0, rev: '0-0' }) }
  })
  // The feed asks why before it retries: a short delay would leave no time for the answer.
  const { states, enters } = follow(t, { url: service.url, sessionId, timing: { retryMs: 30_000 } })
  t.match(await enters('refused'), { reason: 'A token is needed', retryAt: Number })
  status = undefined
  await enters('live')
  t.same(names(states).slice(0, 3), ['waiting', 'refused', 'connecting'])
})

t.test('an answer 503 is not a refusal: the feed retries', async t => {
  let away = true
  let asked = 0
  const service = await startScript(t, {
    refuse: () => away ? 503 : undefined,
    get: () => {
      if (++asked === 3) away = false
      return away ? { status: 503, body: {} } : { status: 200, body: [] }
    },
    connected: say => { say({ type: 'connected', data: 0, rev: '0-0' }) }
  })
  const { states, enters } = follow(t, { url: service.url, sessionId })
  await enters('live')
  t.notOk(names(states).includes('refused'))
})

t.test('a list that fails, is invalid or never ends is requested again on a new connection', async t => {
  const answers = [
    { status: 503, body: { error: 'Away' } }, { status: 200, body: { odd: true } }, { status: 200, body: [{}] },
    { status: 403, body: '' }, new Promise<never>(() => {}), { status: 200, body: [entryOf(1, 'a')] }
  ]
  const service = await startScript(t, {
    get: path => path.endsWith('/entries') ? answers.shift()! : { status: 200, body: [] },
    connected: say => { say({ type: 'connected', data: 0, rev: '0-0' }) }
  })
  const { feed, states, enters } = follow(t, { url: service.url, sessionId, timing: { listMs: 1000 } })
  await enters('live')
  t.same(states.flatMap(state => 'reason' in state ? [`${state.name}: ${state.reason}`] : []), [
    'waiting: reading the list failed: Away', 'waiting: reading the list failed: the answer is not a list of entries',
    'waiting: reading the list failed: the answer is not a list of entries', 'refused: HTTP 403', 'waiting: reading the list failed: it took too long'
  ])
  t.match(feed.figures, { connects: 6, lists: 6 })
  t.equal(feed.size, 1)
})

t.test('a list with lines that are not entries is requested again on a new connection, from the start', async t => {
  const asked: unknown[] = []
  let goOn = () => {}
  const service = await startScript(t, {
    lines: (reply, nth, after) => {
      asked.push(after)
      if (nth === 1) reply.write(linesOf(entryOf(1, 'a')))
      if (nth === 1) goOn = () => reply.end('{"odd":true}\n')
      else reply.end(nth === 2 ? '<html>\n' : linesOf(entryOf(2, 'a'), entryOf(3, 'a')))
    },
    connected: (say, _socket, _nth, since) => {
      asked.push(`since ${since}`)
      say({ type: 'connected', data: 2, rev: since ?? '3-0', ...(since && { resumed: true }) })
    }
  })
  const { feed, states, enters } = follow(t, {
    url: service.url, sessionId, onState: state => { if (state.name === 'listing' && state.listed === 1) goOn() }
  })
  await enters('live')
  t.same(states.flatMap(state => 'reason' in state ? [`${state.name}: ${state.reason}`] : []),
    ['waiting: reading the list failed: the answer is not a list of entries'])
  t.same(asked, ['since null', null, '1-a', 'since null', null])
  t.same([...feed.entries()], [entryOf(2, 'a'), entryOf(3, 'a')])
})

t.test('a list times out only if no more bytes arrive', async t => {
  const listMs = 1500
  const service = await startScript(t, {
    lines: (reply, nth) => {
      if (nth > 1) return
      const line = linesOf(entryOf(1, 'a'))
      let sent = 0
      // One entry, in pieces: any bytes count, not only complete entries.
      const timer = setInterval(() => {
        reply.write(line.slice(sent, sent + 10))
        sent += 10
        if (sent < line.length) return
        clearInterval(timer)
        reply.end()
      }, listMs / 10)
      t.teardown(() => { clearInterval(timer) })
    },
    connected: (say, socket, nth) => {
      say({ type: 'connected', data: 1, rev: `${nth}-0` })
      socket.on('message', () => { socket.close(1012) })
    }
  })
  const { feed, states, sockets, entersAgain } = follow(t, { url: service.url, sessionId, timing: { listMs } })
  await feed.settled('1-0')
  t.same(states, [{ name: 'listing', listed: 0, of: 1 }, { name: 'listing', listed: 1, of: 1 }, { name: 'live' }])
  sockets[0]!.send('leave')
  await entersAgain('listing')
  t.match(await entersAgain('waiting'), { reason: 'reading the list failed: it took too long' }, 'nothing arrives')
})
