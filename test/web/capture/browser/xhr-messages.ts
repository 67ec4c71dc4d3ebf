// The messages in responses that a page gets by XMLHttpRequest: from the page to the service, which stores them with their entry.
import t from 'tap'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import type { Message } from '../../../../src/schema/message.js'
import { call, list, newSession } from '../../../support/client.js'
import { frame } from '../../../support/frames.js'
import { until } from '../../../support/until.js'
import { open, replica, tag } from './place.js'

type Brief = (string | number)[]

/** Those of the entry whose address contains `?read`, once there are so many. */
async function heard (session: string, count: number): Promise<Brief[]> {
  let messages: Message[] = []
  await until(`${count} messages are there`, async () => {
    const entry = (await list(replica, session)).find(({ api }) => api.includes('?read'))
    if (entry) messages = (await call(replica, `/capture/entries/${entry.id}/messages?sessionId=${session}`)).body as Message[]
    return messages.length >= count
  })
  return messages.map(({ n, kind, size, text, base64, event = '' }) => [n, kind, size, text ?? base64 ?? '', event])
}

/** Sends a request as `xhr` of the page. `more`: a script between open() and send(). */
async function send (page: Page, path: string, more = ''): Promise<void> {
  await page.evaluate(`{
    window.xhr ??= new XMLHttpRequest()
    xhr.open('GET', '${path}')
    ${more}
    xhr.send()
  }`)
}

const TRAILERS = 'grpc-status: 0\r\nx-token: secret\r\n'
const FRAMES = [frame([1, 2, 255]), frame([3]), frame(TRAILERS, 0x80)]
const OF_GRPC: Brief[] = [
  [1, 'binary', 3, 'AQL/', ''], [2, 'binary', 1, 'Aw==', ''],
  [3, 'event', TRAILERS.length, '{"grpc-status":"0","x-token":"[masked]"}', 'trailers'], [4, 'close', 22, 'the response has ended', '']
]
const HEX = Buffer.concat(FRAMES).toString('hex')
const HEX_OF_TEXT = Buffer.from(FRAMES.map(one => one.toString('base64')).join('')).toString('hex')

const { outputFiles: [grpcWeb] } = await build({
  stdin: { contents: "import * as grpcWeb from 'grpc-web'; window.grpcWeb = grpcWeb", resolveDir: import.meta.dirname },
  bundle: true,
  write: false,
  format: 'iife',
  platform: 'browser',
  logLevel: 'error'
})
for (const [format, type, hex] of [['text', 'grpc-web-text', HEX_OF_TEXT], ['binary', 'grpc-web+proto', HEX]]) {
  t.test(`messages that a client of the package grpc-web gets as ${format} are messages of its entry`, async t => {
    const session = newSession()
    const { page } = await open(t, `${tag(session)}<script>${grpcWeb!.text}</script>`)
    const address = `/c?read&type=${encodeURIComponent(`application/${type}`)}&hex=${hex}&method=/a.B/C`
    const got = await page.evaluate(`new Promise((resolve, reject) => {
      const { GrpcWebClientBase, MethodDescriptor } = grpcWeb
      const method = new MethodDescriptor('/a.B/C', 'server_streaming', Object, Object, () => new Uint8Array([9]), bytes => [...bytes])
      const got = []
      new GrpcWebClientBase({ format: '${format}' }).serverStreaming('${address}', {}, {}, method)
        .on('data', message => got.push(message)).on('error', reject).on('end', () => resolve(got))
    })`)
    t.same(got, [[1, 2, 255], [3]], 'the client gets them')
    t.same(await heard(session, 4), OF_GRPC)
  })
}

t.test('events in a text are messages while they come, also those of a page that reads bytes as text', async t => {
  for (const type of ['text/event-stream', 'application/x-ndjson']) {
    const session = newSession()
    const { page } = await open(t, tag(session))
    await send(page, `/c?read&pieces=3&open&type=${type}`)
    const kind = type === 'text/event-stream' ? 'event' : 'text'
    t.same(await heard(session, 3), ['0', '1', '2'].map((text, n) => [n + 1, kind, 1, text, '']))
    await page.evaluate('xhr.abort()')
    t.same((await heard(session, 4))[3], [4, 'close', 20, 'canceled by the page', ''])
  }
  const session = newSession()
  const { page } = await open(t, tag(session))
  await send(page, `/c?read&type=application/grpc-web&hex=${HEX}`, "xhr.overrideMimeType('text/plain; charset=x-user-defined')")
  t.same(await heard(session, 4), OF_GRPC)
})

t.test('a request that is opened again ends the messages of the one before it, and has its own', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await send(page, '/c?read&pieces=1&open&type=text/event-stream')
  await heard(session, 1)
  await send(page, '/c?next&pieces=2&type=text/event-stream')
  t.same((await heard(session, 2))[1], [2, 'close', 24, 'opened again by the page', ''])
  await until('the other one is complete', async () =>
    (await list(replica, session)).some(({ api, messages }) => api.includes('?next') && messages?.count === 3))
})

t.test('of many messages at once, the newest are recorded, and the others are counted', async t => {
  for (const responseType of ['', 'arraybuffer']) {
    const session = newSession()
    const { page } = await open(t, tag(session))
    // A step of the recorder ends within a character.
    const address = `/c?read&times=22000&type=application/x-ndjson&text=${encodeURIComponent('😀\n')}`
    await send(page, address, `xhr.responseType = '${responseType}'`)
    let messages: Brief[] = []
    await until('the last one is there', async () => (messages = await heard(session, 1)).at(-1)?.[0] === 22_001)
    const wanted = Array.from({ length: 999 }, (_, n) => [21_002 + n, 'text', 4, '😀', ''])
    t.strictSame(messages.slice(-1000), [...wanted, [22_001, 'close', 22, 'the response has ended', '']])
  }
})
