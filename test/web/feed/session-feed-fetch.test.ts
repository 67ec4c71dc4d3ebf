// Lists that are not read as JSON lines, because a service or replica has an older version, or because an app passes its own fetch().
import t from 'tap'
import type { SessionFeed } from '../../../src/web/feed/session-feed.js'
import { follow, latch, linesOf, startScript } from './follow.js'
import { entryOf } from './model-service.js'

const sessionId = '15-characters--'
const LINES = 'application/x-ndjson, application/json;q=0.5'
const entry = (seq: number) => entryOf(seq, 'a')
const ids = (feed: SessionFeed) => [...feed.entries()].map(({ id }) => id)

const hidesAllButJson = async (url: string, init: { signal: AbortSignal }) => {
  const reply = await fetch(url, init)
  return { ok: reply.ok, status: reply.status, json: () => reply.json() }
}
const hidesItsBody = async (url: string, init: { signal: AbortSignal }) => {
  const reply = await fetch(url, init)
  return { ok: reply.ok, status: reply.status, headers: reply.headers, json: () => reply.json(), text: () => reply.text() }
}
const takesNoHeaders = (url: string, { signal }: { signal: AbortSignal }) => fetch(url, { signal })

t.test('a list from a service without JSON lines is read as JSON', async t => {
  const service = await startScript(t, {
    get: path => ({ status: 200, body: path.endsWith('/entries') ? [entry(1), entry(2)] : [] }),
    connected: say => { say({ type: 'connected', data: 2, rev: '2-0' }) }
  })
  const { feed } = follow(t, { url: service.url, sessionId })
  await feed.settled('2-0')
  t.same(ids(feed), ['1-a', '2-a'])
})

t.test('through a fetch() that hides the stream or the headers, a list is read as text or JSON', async t => {
  const asked: (string | undefined)[] = []
  const service = await startScript(t, {
    lines: (reply, _nth, _after, { headers }) => {
      asked.push(headers.accept)
      if (headers.accept?.includes('ndjson')) reply.end(linesOf(entry(1), entry(2)))
      else reply.setHeader('content-type', 'application/json').end(JSON.stringify([entry(1), entry(2)]))
    },
    connected: say => { say({ type: 'connected', data: 2, rev: '2-0' }) }
  })
  for (const fetch of [hidesItsBody, hidesAllButJson, takesNoHeaders]) {
    const { feed } = follow(t, { url: service.url, sessionId, fetch })
    await feed.settled('2-0')
    t.same(ids(feed), ['1-a', '2-a'])
    if (fetch !== hidesAllButJson) continue
    feed.reconnect()
    await feed.settled('2-0')
  }
  t.same(asked, [LINES, LINES, '*/*', '*/*', '*/*'], 'lines are requested only once from a fetch() that hides them')
})

t.test('if a list breaks off and an older replica then lists all entries, each is held once', async t => {
  let cut = () => {}
  const service = await startScript(t, {
    lines: (reply, nth) => {
      if (nth === 1) reply.write(linesOf(entry(1), entry(2), entry(3)))
      if (nth === 1) cut = () => reply.destroy()
      else reply.setHeader('content-type', 'application/json').end(JSON.stringify([entry(1), { ...entry(3), response: 'newer' }, entry(4)]))
    },
    connected: say => {
      say({ type: 'connected', data: 3, rev: '3-0' })
      say({ type: 'deleted', data: { id: '2-a' }, rev: '4-0', prev: '3-0' })
    }
  })
  const { feed } = follow(t,
    { url: service.url, sessionId, onState: state => { if (state.name === 'listing' && state.listed === 3) cut() } })
  await feed.settled('4-0')
  t.same([...feed.entries()], [entry(1), { ...entry(3), response: 'newer' }, entry(4)])
})

t.test('a late answer to a list of an earlier connection is ignored', async t => {
  const service = await startScript(t, {
    connected: (say, socket, nth) => {
      say({ type: 'connected', data: 1, rev: `${nth}-0` })
      if (nth === 1) socket.on('message', () => { socket.close(1012) })
    }
  })
  const answers = [latch(), latch()]
  let lists = 0
  const { feed, sockets, enters, entersAgain } = follow(t, {
    url: service.url,
    sessionId,
    // This fetch() ignores the abort signal.
    fetch: async url => {
      const nth = url.includes('/entries') ? ++lists : 0
      await answers[nth - 1]?.opened
      return { ok: true, status: 200, headers: { get: () => 'application/json' }, json: async () => nth > 0 ? [entry(nth)] : [] }
    }
  })
  await enters('listing')
  sockets[0]!.send('leave')
  await entersAgain('connecting')
  await entersAgain('listing')
  answers[0]!.open()
  await new Promise(setImmediate)
  t.same([feed.state.name, ids(feed)], ['listing', []])
  answers[1]!.open()
  await feed.settled('2-0')
  t.same([lists, ids(feed)], [2, ['2-a']])
})
