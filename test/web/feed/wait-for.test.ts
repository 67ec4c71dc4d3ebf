// Waiting for a request with waitFor(), on a scripted service that sends what docs/api.md promises.
import t, { type Test } from 'tap'
import { filter } from '../../../src/filter/entry-filter.js'
import type { Entry } from '../../../src/schema/entry.js'
import { NothingMatched } from '../../../src/web/feed/session-feed.js'
import { until } from '../../support/until.js'
import { follow, latch, linesOf, startScript } from './follow.js'
import { entryOf } from './model-service.js'

const sessionId = '15-characters--'
const place = (rev: number) => ({ rev: `${rev}-0`, prev: `${rev - 1}-0` })
const order = (seq: number, fields: Partial<Entry> = {}): Entry =>
  ({ ...entryOf(seq, 'a'), method: 'POST', api: '/v1/orders', timeConsuming: 5, responseHeader: 'HTTP/1.1 201 Created', ...fields })
const ORDERED = filter('method:POST path:/orders status:2xx')

t.test('it resolves at once with the first entry that already matches', async t => {
  const { feed } = await live(t, [order(1), order(2)])
  t.equal((await feed.waitFor(ORDERED)).id, '1-a')
})

t.test('it resolves as soon as a new or updated entry matches, with the entry in that state', async t => {
  const { feed, say } = await live(t, [order(1, { method: 'GET' })])
  const [any, complete] = [feed.waitFor(({ api }) => api === '/new'), feed.waitFor(ORDERED)]
  say({ type: 'entry-received', data: order(2, { timeConsuming: 0, responseHeader: '' }), ...place(2) })
  say({ type: 'entry-received', data: order(3, { api: '/new' }), ...place(3) })
  t.equal((await any).id, '3-a')
  say({ type: 'entry-updated', data: order(2), ...place(4) })
  t.same(await complete, order(2))
})

t.test('it finds an entry that arrived while the connection was lost', async t => {
  const lists = [[], [order(1)]]
  const service = await startScript(t, {
    lines: (reply, nth) => reply.end((lists[Math.min(nth, 2) - 1] ?? []).map(entry => JSON.stringify(entry) + '\n').join('')),
    connected: (say, socket, nth) => {
      say({ type: 'connected', data: nth - 1, rev: `${nth}-0`, ...nth > 1 && { resumed: false } })
      if (nth === 1) setImmediate(() => socket.close(1012))
    }
  })
  const { feed } = follow(t, { url: service.url, sessionId })
  t.equal((await feed.waitFor(ORDERED)).id, '1-a')
})

t.test('after the timeout the error lists the closest entries, best first, with the terms that each fails', async t => {
  const { feed } = await live(t, [
    order(1, { api: '/a' }), order(2, { responseHeader: 'HTTP/1.1 500 No' }),
    order(3, { api: `/\x1b[2J\u202e\u{e0041}${'x'.repeat(191)}😀`, method: 'GET' })
  ])
  const fault = await feed.waitFor(ORDERED, { timeoutMs: 20 }).catch((error: unknown) => error as NothingMatched)
  t.type(fault, NothingMatched)
  t.same((fault as NothingMatched).near.map(({ id }) => id), ['2-a', '1-a', '3-a'])
  t.equal((fault as NothingMatched).message, [
    'No request matched method:POST path:/orders status:2xx within 0.02 s. The session has 3 requests.',
    '  POST /v1/orders: does not match status:2xx',
    '  POST /a: does not match path:/orders',
    `  GET /\\u001b[2J\\u202e\\u{e0041}${'x'.repeat(191)}…: does not match method:POST, path:/orders`
  ].join('\n'))
})

t.test('an entry that fulfils all terms (as with --count) is not listed as a near match', async t => {
  const { feed } = await live(t, [order(1), order(2, { responseHeader: 'HTTP/1.1 500 No' })])
  const two = Object.assign(() => false, { text: 'status:2xx', missing: filter('status:2xx').missing })
  await t.rejects(feed.waitFor(two, { timeoutMs: 1 }),
    { message: 'No request matched status:2xx within 0.001 s. The session has 2 requests.\n  POST /v1/orders: does not match status:2xx' })
})

t.test('for a function the error lists the newest entries; if the service is unreachable, it is NotAllSeen', async t => {
  const { feed } = await live(t, [order(1), order(2)])
  await t.rejects(feed.waitFor(() => false, { timeoutMs: 1 }), {
    message: 'No request matched within 0.001 s. The session has 2 requests.\n  POST /v1/orders\n  POST /v1/orders', near: [{ id: '2-a' }, { id: '1-a' }]
  })
  await t.rejects(feed.waitFor(Object.assign(() => false, { text: '' }), { timeoutMs: 1 }), { message: /^No request matched within 0.001 s\. The session has 2 / })
  const away = follow(t, { url: 'http://127.0.0.1:1', sessionId, timing: { retryMs: 60_000 } })
  await away.enters('waiting')
  await t.rejects(away.feed.waitFor(() => true, { timeoutMs: 1 }),
    {
      name: 'NotAllSeen',
      message: 'It is unknown whether a request matched: the service was unavailable at the end (cannot connect). ' +
        'None of the requests received so far (0) matches.'
    })
})

t.test('the timeout counts only after the existing list was read', async t => {
  const listed = latch()
  const service = await startScript(t, {
    lines: (reply, nth) => {
      reply.write(linesOf(order(1, { method: 'GET' })))
      if (nth === 1) listed.opened.then(() => reply.end(linesOf(order(2)))).catch(() => {})
    },
    connected: say => say({ type: 'connected', data: 2, rev: '1-0' })
  })
  const { feed, changes } = follow(t, { url: service.url, sessionId })
  const [found, none, far] = [
    feed.waitFor(ORDERED, { timeoutMs: 0 }), feed.waitFor(() => false, { timeoutMs: 0 }), feed.waitFor(() => false, { timeoutMs: Infinity })
  ]
  far.catch(() => {})
  let isOver = false
  for (const wait of [found, none]) wait.catch(() => {}).finally(() => { isOver = true }).catch(() => {})
  await until('the first has arrived', async () => feed.size === 1)
  await new Promise(resolve => setImmediate(resolve))
  t.notOk(isOver, 'the timeout does not end the wait while the list is read')
  t.same(changes.map(({ type }) => type), ['listing'])
  listed.open()
  t.equal((await found).id, '2-a')
  await t.rejects(none, { name: 'NothingMatched', message: /^No request matched\. The session has 2 requests\.\n/ })
})

t.test('if the list breaks off, the wait rejects with NotAllSeen', async t => {
  const service = await startScript(t, {
    lines: (reply, _nth, after) => {
      if (after === null) reply.write(linesOf(order(1, { method: 'GET' })))
      setImmediate(() => reply.destroy())
    },
    connected: say => say({ type: 'connected', data: 2, rev: '1-0' })
  })
  const { feed } = follow(t, { url: service.url, sessionId, timing: { retryMs: 60_000 } })
  await t.rejects(feed.waitFor(ORDERED, { timeoutMs: 0 }), { name: 'NotAllSeen', message: /matched method:POST .* \(1\) matches\.$/ })
})

t.test('a filter that becomes true with time resolves when it is due, and is not polled', async t => {
  const startTime = Date.now() - 119_500
  const { feed, say } = await live(t,
    [order(1, { timeConsuming: 0, startTime }), order(2, { startTime }), order(3, { timeConsuming: 0, startTime: Date.now() })])
  let asked = 0
  const noAnswer = filter('is:no-answer')
  const counting = Object.assign((entry: Entry) => { asked++; return noAnswer(entry) }, { changesAt: noAnswer.changesAt })
  const [found, older] = await Promise.all([feed.waitFor(counting), feed.waitFor(filter('-after:119600ms path:/v1'))])
  // Both entries are equally old; which one is found depends on whether the list was read before.
  t.ok(found.id === '1-a' && ['1-a', '2-a'].includes(older.id), `found ${found.id} and ${older.id}`)
  t.ok(asked <= 3 + 3 * 3, `asked ${asked} times of three entries`)
  say({ type: 'entry-received', data: order(4, { api: '/new', timeConsuming: 0, startTime: Date.now() - 119_900 }), ...place(2) })
  t.equal((await feed.waitFor(filter('is:no-answer path:/new'))).id, '4-a', 'this also holds for entries that arrive later')
})

t.test('an entry that is answered in time does not match is:no-answer; the filter is tested once more at the end', async t => {
  const startTime = Date.now() - 119_800
  const { feed, say } = await live(t, [order(1, { timeConsuming: 0, startTime })])
  const answered = feed.waitFor(filter('is:no-answer'), { timeoutMs: 400 })
  say({ type: 'entry-updated', data: order(1, { startTime }), ...place(2) })
  await t.rejects(answered, { name: 'NothingMatched' })
  const late = Object.assign((entry: Entry) => entry.timeConsuming === 5 && isLate, { changesAt: () => Infinity })
  let isLate = false
  const waiting = feed.waitFor(late, { timeoutMs: 1 })
  isLate = true
  t.equal((await waiting).id, '1-a')
})

t.test('a function that throws rejects the wait with its error, and the feed stays live', async t => {
  const { feed, say } = await live(t, [])
  const broken = feed.waitFor(() => { throw new Error('a fault of its own') })
  const fine = feed.waitFor(ORDERED)
  say({ type: 'entry-received', data: order(1), ...place(1) })
  await t.rejects(broken, { message: 'a fault of its own' })
  t.equal((await fine).id, '1-a')
  t.equal(feed.state.name, 'live')
})

t.test('close() rejects all waits, and no timer keeps the process alive', async t => {
  const { feed, say } = await live(t, [])
  const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
  const before = timers()
  let asked = 0
  const ended = feed.waitFor(() => { asked++; return true }, { timeoutMs: 60_000 })
  const waits = [feed.waitFor(() => false, { timeoutMs: 60_000 }), feed.waitFor(() => false, { timeoutMs: Infinity })]
  t.equal(timers(), before + 2, 'an infinite timeout needs no timer')
  say({ type: 'entry-received', data: order(1), ...place(1) })
  await ended
  say({ type: 'entry-received', data: order(2), ...place(2) })
  await feed.settled('2-0')
  t.equal(asked, 1, 'a resolved wait does not test more entries')
  const rejected = Promise.all(waits.map(wait => t.rejects(wait, { message: 'closed' })))
  feed.close()
  await rejected
  // The heartbeat has ended, and ws waits for the answer to its close.
  t.ok(timers() <= before, 'no timer is left')
  await t.rejects(feed.waitFor(() => true), { message: 'closed' })
})

/** Starts a live feed with these entries; `say` sends messages from the service. */
async function live (t: Test, entries: Entry[]) {
  let say: (message: object) => void = () => {}
  const service = await startScript(t, {
    lines: reply => reply.end(entries.map(entry => JSON.stringify(entry) + '\n').join('')),
    connected: tell => {
      say = tell
      tell({ type: 'connected', data: entries.length, rev: entries.length === 0 ? '0-0' : '1-0' })
    }
  })
  const { feed, enters } = follow(t, { url: service.url, sessionId })
  await enters('live')
  return { feed, say: (message: object) => say(message) }
}
