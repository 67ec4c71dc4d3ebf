// The messages of WebSocket and EventSource: from a page to the service, which stores them with their entry.
import t from 'tap'
import type { Page, Route } from 'playwright-core'
import type { Message } from '../../../../src/schema/message.js'
import { isFirefox } from '../../../support/browser.js'
import { call, list, newSession } from '../../../support/client.js'
import { until } from '../../../support/until.js'
import { open, recorded, replica, site, tag } from './place.js'

export const MESSAGES = /earshot-messages/
/** WebDriver BiDi does not tell the bodies of requests. */
const NEEDS_PUSHES = { skip: isFirefox }

/** The messages of the only entry of the session, once there are so many. */
async function heard (session: string, count: number): Promise<Message[]> {
  let messages: Message[] = []
  await until(`${count} messages are there`, async () => {
    const [entry] = await list(replica, session)
    if (entry) messages = (await call(replica, `/capture/entries/${entry.id}/messages?sessionId=${session}`)).body as Message[]
    return messages.length >= count
  })
  return messages
}

function brief ({ n, dir, kind, size, text, base64, event, lastEventId, cut }: Message): unknown[] {
  return [n, dir, kind, size, text ?? base64, ...[event, lastEventId, cut].filter(one => one !== undefined)]
}

/** A socket of the page that is open. */
export async function openSocket (page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    window.socket = new WebSocket('${site.url.replace('http', 'ws')}/c')
    await new Promise(resolve => { socket.onopen = resolve })
    window.echoed = count => new Promise(resolve => { socket.addEventListener('message', () => { if (--count === 0) resolve() }) })
  })()`)
}

t.test('messages of a WebSocket are there both ways while it is open, and its end', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await openSocket(page)
  await page.evaluate(`(async () => {
    const all = echoed(3)
    socket.send('{"password":"x","a":1}')
    socket.send(new Uint8Array([1, 2, 255]))
    socket.send('')
    await all
  })()`)
  const messages = await heard(session, 7)
  t.same(messages.map(brief), [
    [1, 'in', 'open', 0, undefined],
    [2, 'out', 'text', 22, '{"password":"[masked]","a":1}'],
    [3, 'out', 'binary', 3, 'AQL/'],
    [4, 'out', 'text', 0, ''],
    [5, 'in', 'text', 22, '{"password":"[masked]","a":1}'],
    [6, 'in', 'binary', 3, 'AQL/'],
    [7, 'in', 'text', 0, '']
  ])
  t.ok(messages.every(({ at }, i) => at >= (messages[i - 1]?.at ?? 0)), 'in the order of their times')
  t.equal((await list(replica, session))[0]!.timeConsuming, 0, 'it is pending')
  await page.evaluate("socket.send('bye')")
  const [entry] = await recorded(session, 1)
  t.match(entry, {
    via: 'websocket',
    responseHeader: /^HTTP\/1.1 101 /,
    note: 'closed with 4001 as asked; messages received: 3 (25 B), sent: 4 (28 B)',
    messages: { count: 9, dropped: 0 }
  })
  t.same((await heard(session, 9)).slice(7).map(brief), [[8, 'out', 'text', 3, 'bye'], [9, 'in', 'close', 13, '4001 as asked']])
})

t.test('bytes are recorded as they were sent and received, also if the page changes them at once', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await openSocket(page)
  await page.evaluate(`(async () => {
    socket.binaryType = 'arraybuffer'
    socket.onmessage = ({ data }) => new Uint8Array(data).fill(0)
    const all = echoed(2)
    const bytes = new Uint8Array([9, 1, 2, 3, 9])
    socket.send(bytes.subarray(1, 4))
    socket.send(bytes.buffer)
    bytes.fill(0)
    await all
  })()`)
  t.same((await heard(session, 5)).slice(1).map(brief), [
    [2, 'out', 'binary', 3, 'AQID'], [3, 'out', 'binary', 5, 'CQECAwk='], [4, 'in', 'binary', 3, 'AQID'], [5, 'in', 'binary', 5, 'CQECAwk=']
  ])
})

t.test('of a long message the beginning is recorded, and its size', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await openSocket(page)
  await page.evaluate("socket.send('ä'.repeat(100_000)); socket.send(new Uint8Array(100_000))")
  const [, text, bytes] = await heard(session, 3)
  t.match(text, { size: 200_000, cut: true, text: /^ä{32768}$/ })
  t.match(bytes, { size: 100_000, cut: true })
  t.equal(Buffer.from(bytes!.base64!, 'base64').length, 65_536)
  const copied = await page.evaluate(`(() => {
    const [{ slice }, copies] = [Uint8Array.prototype, []]
    Uint8Array.prototype.slice = function (...range) { return copies[copies.length] = slice.apply(this, range) }
    socket.send(new Uint8Array(100_000).buffer)
    return Math.max(...copies.map(({ length }) => length))
  })()`)
  t.equal(copied, 65_536, 'no more is copied')
})

t.test('events of an EventSource are recorded with their names and ids, and that it lost its connection', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  const text = encodeURIComponent('retry: 20\n\nevent: price\nid: 7\ndata: {"token":"x"}\n\ndata: two\ndata: lines\n\nevent: unheard\ndata: 3\n\n')
  await page.evaluate(`new Promise(resolve => {
    const source = new EventSource('/c?type=text/event-stream&text=${text}')
    source.addEventListener('price', { handleEvent () {} })
    let opened = 0
    source.onopen = () => {
      if (++opened < 2) return
      source.close()
      resolve()
    }
  })`)
  const [entry] = await recorded(session, 1)
  t.match(entry, { via: 'eventsource', note: 'canceled: closed by the page; messages received: 2 (22 B)', messages: { count: 6 } })
  t.same((await heard(session, 6)).map(brief), [
    [1, 'in', 'open', 0, undefined],
    [2, 'in', 'event', 13, '{"token":"[masked]"}', 'price', '7'],
    [3, 'in', 'event', 9, 'two\nlines', '7'],
    [4, 'in', 'error', 47, 'the connection was lost; the browser reconnects'],
    [5, 'in', 'open', 0, undefined],
    [6, 'in', 'close', 18, 'closed by the page']
  ])
})

t.test('events of an EventSource may have the names of states of a connection', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  const text = encodeURIComponent(['open', 'close', 'error', 'send'].map(name => `event: ${name}\ndata: ${name}!\n\n`).join(''))
  await page.evaluate(`new Promise(resolve => {
    const source = new EventSource('/c?type=text/event-stream&text=${text}')
    source.addEventListener('send', () => {})
    source.onerror = event => {
      if (event instanceof MessageEvent) return
      source.close()
      resolve()
    }
  })`)
  const [entry] = await recorded(session, 1)
  t.match(entry, { note: 'canceled: closed by the page; messages received: 4 (22 B)', messages: { count: 7 } })
  t.same((await heard(session, 7)).slice(1).map(brief), [
    ...['open', 'close', 'error', 'send'].map((name, n) => [n + 2, 'in', 'event', name.length + 1, `${name}!`, name]),
    [6, 'in', 'error', 47, 'the connection was lost; the browser reconnects'],
    [7, 'in', 'close', 18, 'closed by the page']
  ])
})

t.test('what happens before the part for messages is loaded is recorded, too', async t => {
  const session = newSession()
  const held: Route[] = []
  const { page } = await open(t, tag(session), {
    prepare: async context => await context.route(MESSAGES, route => { held.push(route) })
  })
  t.equal(held.length, 0, 'it is not loaded without a stream')
  await openSocket(page)
  await page.evaluate("(async () => { const all = echoed(1); socket.send('early'); await all })()")
  await until('it is asked for', async () => held.length > 0)
  await until('the entry is there', async () => (await list(replica, session)).length === 1)
  t.equal((await list(replica, session))[0]!.messages, undefined)
  await held[0]!.continue()
  t.same((await heard(session, 3)).map(brief), [
    [1, 'in', 'open', 0, undefined], [2, 'out', 'text', 5, 'early'], [3, 'in', 'text', 5, 'early']
  ])
})

t.test('more than is kept until then is counted', async t => {
  const session = newSession()
  const held: Route[] = []
  const { page } = await open(t, tag(session), {
    prepare: async context => await context.route(MESSAGES, route => { held.push(route) })
  })
  await openSocket(page)
  await page.evaluate(`(async () => {
    const all = echoed(12)
    for (let n = 0; n < 12; n++) socket.send(n + 'x'.repeat(99_999))
    await all
  })()`)
  await until('it is asked for', async () => held.length > 0)
  await held[0]!.continue()
  await heard(session, 11)
  await page.evaluate("socket.send('last')")
  const messages = await heard(session, 13)
  t.same(messages.map(({ n }) => n), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 26, 27])
  t.match((await list(replica, session))[0]!.messages, { count: 13, dropped: 14 })
})

t.test('a service that does not know messages gets none after it has refused several', NEEDS_PUSHES, async t => {
  const session = newSession()
  const seen: number[] = []
  const prepare = async (context: Awaited<ReturnType<typeof open>>['context']) => await context.route(/capture\/batch/, async route => {
    const pushes = route.request().postDataJSON() as { messages?: unknown }[]
    seen.push(pushes.filter(({ messages }) => messages).length)
    await route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: { code: '0', data: pushes.map(({ messages }) => messages ? { code: 'bad_request', message: 'body must have api' } : { id: '1-a' }) }
    })
  })
  const { page } = await open(t, tag(session), { prepare })
  await openSocket(page)
  const refusals = () => seen.reduce((sum, count) => sum + count, 0)
  await until('five were refused', async () => {
    await page.evaluate("socket.send('more')")
    return refusals() >= 5
  })
  await until('all are sent', async () => await page.evaluate('Earshot.state.queued') === 0)
  const before = seen.length
  await page.evaluate("socket.send('more'); fetch('/c').then(reply => reply.text())")
  await until('it goes on', async () => seen.length > before)
  t.same(seen.slice(before).filter(count => count > 0), [])
  t.match(await page.evaluate('Earshot.state'), { status: 'recording', reason: undefined, dropped: 0 })
})

t.test('a socket that goes on after its entry was cleared is an entry again', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await openSocket(page)
  await heard(session, 1)
  await call(replica, `/capture/entries?sessionId=${session}`, { method: 'DELETE' })
  t.same(await list(replica, session), [])
  await page.evaluate("socket.send('again')")
  t.same((await heard(session, 2)).map(brief), [[2, 'out', 'text', 5, 'again'], [3, 'in', 'text', 5, 'again']])
})

t.test('the app edits messages like bodies', async t => {
  const session = newSession()
  const { page } = await open(t, `<script src="${replica.url}/earshot-whole.js"></script><script>Earshot.start({ session: '${session}', mask: {
    edit: push => push.request === 'drop' ? undefined : { ...push, request: push.request?.replace('mine', 'theirs') }
  } })</script>`)
  await openSocket(page)
  await page.evaluate("for (const text of ['it is mine', 'drop', 'after']) socket.send(text)")
  t.same((await heard(session, 5)).slice(0, 3).map(brief), [
    [1, 'in', 'open', 0, undefined], [2, 'out', 'text', 10, 'it is theirs'], [4, 'out', 'text', 5, 'after']
  ])
})
