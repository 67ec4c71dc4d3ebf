// The messages in responses that a page reads as streams: from the page to the service, which stores them with their entry.
import t from 'tap'
import type { Page } from 'playwright-core'
import type { Message } from '../../../../src/schema/message.js'
import { call, list, newSession } from '../../../support/client.js'
import { frame } from '../../../support/frames.js'
import { until } from '../../../support/until.js'
import { open, replica, tag } from './place.js'

function brief ({ n, dir, kind, size, text, base64, event, lastEventId }: Message): unknown[] {
  return [n, dir, kind, size, text ?? base64, ...[event, lastEventId].filter(one => one !== undefined)]
}

/** The part for messages is loaded. */
async function ready (page: Page): Promise<void> {
  const address = "performance.getEntriesByType('resource').map(({ name }) => name).find(name => name.includes('earshot-messages'))"
  await page.evaluate("fetch('/c?pieces=1&type=text/event-stream').then(reply => reply.text())")
  await until('it is loaded', async () => await page.evaluate(address) !== undefined)
  await page.evaluate(`import(${address}).then(() => {})`)
}

const EVENTS = encodeURIComponent('id: 1\ndata: {"token":"x"}\n\nevent: end\ndata: ä\n\n')
const ADDRESS = `/c?read&type=text/event-stream&text=${EVENTS}`
const WAYS = {
  'by a reader': `{
    const reader = (await fetch('${ADDRESS}')).body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) read.value.fill(0)
  }`,
  'through a pipe': `for await (const text of (await fetch('${ADDRESS}')).body.pipeThrough(new TextDecoderStream()));`,
  'in two branches, of which one is canceled': `{
    const [left, right] = (await fetch('${ADDRESS}')).body.tee()
    left.cancel()
    const reader = right.getReader()
    right.cancel().catch(() => {})
    while (!(await reader.read()).done);
  }`,
  'in two branches': `await Promise.all((await fetch('${ADDRESS}')).body.tee().map(async body => {
    const reader = body.getReader()
    while (!(await reader.read()).done);
  }))`
}
for (const [way, run] of Object.entries(WAYS)) {
  t.test(`events in a response that the page reads ${way} are messages of its entry`, async t => {
    const session = newSession()
    const { page } = await open(t, tag(session))
    await ready(page)
    await page.evaluate(`(async () => { ${run} })()`)
    let messages: Message[] = []
    await until('they are there', async () => {
      const entry = (await list(replica, session)).find(({ api }) => api.includes('read&'))
      if (entry) messages = (await call(replica, `/capture/entries/${entry.id}/messages?sessionId=${session}`)).body as Message[]
      return messages.length >= 3
    })
    t.same(messages.map(brief), [
      [1, 'in', 'event', 13, '{"token":"[masked]"}', '1'],
      [2, 'in', 'event', 2, 'ä', 'end', '1'],
      [3, 'in', 'close', 22, 'the response has ended']
    ])
  })
}

t.test('lines of JSON in a response are messages, while it is open, and no more is read than the page reads', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await ready(page)
  await page.evaluate(`(async () => {
    window.reader = (await fetch('/c?read&pieces=3&open&type=application/x-ndjson')).body.getReader()
    let text = ''
    while (text !== '0\\n1\\n2\\n') text += new TextDecoder().decode((await reader.read()).value)
  })()`)
  let messages: Message[] = []
  const read = async () => {
    const entry = (await list(replica, session)).find(({ api }) => api.includes('read&'))
    if (entry) messages = (await call(replica, `/capture/entries/${entry.id}/messages?sessionId=${session}`)).body as Message[]
    return messages
  }
  await until('they are there', async () => (await read()).length >= 3)
  t.same(messages.map(brief), ['0', '1', '2'].map((text, n) => [n + 1, 'in', 'text', 1, text]))
  await page.evaluate('reader.cancel()')
  await until('its end is there', async () => (await read()).length >= 4)
  t.same(messages.slice(3).map(brief), [[4, 'in', 'close', 20, 'canceled by the page']])
})

const TRAILERS = 'grpc-status: 0\r\nx-token: secret\r\n'
const FRAMES = Buffer.concat([frame([1, 2, 255]), frame([]), frame('x', 1), frame(TRAILERS, 0x80)])
const OF_GRPC = [
  [1, 'in', 'binary', 3, 'AQL/'], [2, 'in', 'binary', 0, ''], [3, 'in', 'binary', 1, 'eA==', 'compressed'],
  [4, 'in', 'event', TRAILERS.length, '{"grpc-status":"0","x-token":"[masked]"}', 'trailers'], [5, 'in', 'close', 22, 'the response has ended']
]
const CONNECT = Buffer.concat([frame('{"token":"x"}'), frame('{}', 2), Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 0x61])])
const OF_CONNECT = [
  [1, 'in', 'text', 13, '{"token":"[masked]"}'], [2, 'in', 'event', 2, '{}', 'end of stream'], [3, 'in', 'text', 1, 'a', 'incomplete'],
  [4, 'in', 'close', 22, 'the response has ended']
]
const READERS = {
  'by a reader': 'const reader = body.getReader(); while (!(await reader.read()).done);',
  'byte by byte': `{
    const reader = body.getReader({ mode: 'byob' })
    while (!(await reader.read(new Uint8Array(1))).done);
  }`,
  'through a pipe': 'for await (const piece of body.pipeThrough(new TransformStream())) piece.fill(0)'
}
const STREAMS: [type: string, body: Buffer, wanted: unknown[]][] = [
  ['application/grpc-web+proto', FRAMES, OF_GRPC], ['application/grpc-web-text', Buffer.from(FRAMES.toString('base64')), OF_GRPC],
  ['application/connect+json', CONNECT, OF_CONNECT]
]
for (const [type, body, wanted] of STREAMS) {
  t.test(`messages of ${type} that the page reads are messages of its entry`, async t => {
    for (const [way, run] of Object.entries(READERS)) {
      const session = newSession()
      const { page } = await open(t, tag(session))
      await ready(page)
      const address = `/c?read&type=${encodeURIComponent(type)}&hex=${body.toString('hex')}`
      await page.evaluate(`(async () => { const { body } = await fetch('${address}'); ${run} })()`)
      let messages: Message[] = []
      await until('they are there', async () => {
        const entry = (await list(replica, session)).find(({ api }) => api.includes('read&'))
        if (entry) messages = (await call(replica, `/capture/entries/${entry.id}/messages?sessionId=${session}`)).body as Message[]
        return messages.length >= wanted.length
      })
      t.same(messages.map(brief), wanted, way)
    }
  })
}

t.test('a response with messages that the page does not read is recorded like any other, also the one that loads the part', async t => {
  const session = newSession()
  const { page } = await open(t, tag(session))
  await page.evaluate("fetch('/c?unread&status=500&type=application/x-ndjson&text=7').then(() => {})")
  const entry = async () => (await list(replica, session)).find(({ api, timeConsuming }) => api.includes('unread') && timeConsuming > 0)
  await until('it is complete', async () => await entry() !== undefined)
  const { response, note } = (await entry())!
  t.same([response, note], ['7', undefined])
})
