// node:http2: plain requests, bodies, and answers of every kind.
import { once } from 'node:events'
import http2, { type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Case, type Log, told } from '../case.js'
import { LONG } from '../http2-places.js'

const { HTTP2_HEADER_PATH: PATH, HTTP2_HEADER_METHOD: METHOD } = http2.constants
const POST = { [METHOD]: 'POST' }

export const HTTP2: Case[] = [
  {
    title: 'a GET, and a POST with headers of every kind',
    entries: [
      { line: 'GET /echo 200', host: '127.0.0.1:N', header: 'set-cookie: [masked]\r\nset-cookie: [masked]\r\n' },
      { line: 'POST /echo 200', request: '{"größe":1}', response: '{"größe":1}' }
    ],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      await whole(session.request({ [PATH]: `${path}/echo?x=1` }), log)
      const fields = { 'Content-Type': 'application/json', 'X-Odd-CASE': 'yes', 'x-list': ['a', 'b'], 'x-none': undefined, 'x-number': 5 }
      await whole(session.request({ ...POST, [PATH]: `${path}/echo`, ...fields }).end('{"größe":1}'), log)
    })
  },
  {
    title: 'bodies before the connection, after it, by encodings, in lists and by pipeline',
    entries: [
      { line: 'POST /echo 200', request: 'one two three four', response: 'one two three four' },
      { line: 'POST /echo 200', request: 'abc', response: 'abc' }, { line: 'POST /echo 200', request: 'a piece a piece ' },
      { line: 'POST /echo 200', request: 'corked', response: 'corked' }
    ],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      const post = () => session.request({ ...POST, [PATH]: `${path}/echo` })
      const first = post()
      const reused = Buffer.from('two ')
      log(first.write('one '), first.write(reused, () => reused.fill('x')), first.write(Buffer.from('three ').toString('hex'), 'hex'))
      first.end(Buffer.from('four').toString('base64'), 'base64', () => log('finished'))
      await whole(first, log)
      const second = post()
      const read = whole(second, log)
      for (const piece of ['a', 'b', 'c']) second.write(piece)
      second.end()
      await read
      const third = post()
      const thirdRead = whole(third, log)
      await pipeline(Readable.from(['a piece ', 'a piece ']), third)
      await thirdRead
      const fourth = post()
      fourth.cork()
      for (const piece of ['co', 'rk', 'ed']) fourth.write(piece)
      fourth.uncork()
      await whole(fourth.end(), log)
    })
  },
  {
    title: 'the first request of a connection that is ready, with a body in the same turn',
    entries: [{ line: 'POST /echo 200', request: 'at once', response: 'at once' }],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      await once(session, 'connect')
      const stream = session.request({ ...POST, [PATH]: `${path}/echo` })
      await whole(stream.end('at once'), log)
    })
  },
  {
    title: 'answers without a body, compressed ones, trailers, and headers before the answer',
    entries: [
      { line: 'GET /empty 204' }, { line: 'GET /same 304' }, { line: 'HEAD /head 200' }, { line: 'GET /gzip 200', response: LONG },
      { line: 'GET /trailers 200', response: 'body', header: 'x-sum: 42' }, { line: 'GET /early 200', response: 'late' },
      { line: 'GET /none 404', response: 'none' }
    ],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      for (const name of ['empty', 'same', 'gzip', 'trailers', 'early', 'none']) {
        await whole(session.request({ [PATH]: `${path}/${name}` }), log)
      }
      await whole(session.request({ [METHOD]: 'HEAD', [PATH]: `${path}/head` }), log)
    })
  },
  {
    title: 'setEncoding, pause, iteration, and a body that is read late',
    entries: [
      { line: 'POST /echo 200', response: 'grüße' }, { line: 'POST /echo 200', response: 'iterated' },
      { line: 'GET /big 200', note: 'response cut' }
    ],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      const text = session.request({ ...POST, [PATH]: `${path}/echo` }).setEncoding('utf8')
      text.end('grüße')
      await once(text, 'response')
      log(text.readableFlowing, text.isPaused(), text.readableEncoding)
      await whole(text, log)
      const iterated = session.request({ ...POST, [PATH]: `${path}/echo` })
      iterated.end('iterated')
      for await (const piece of iterated as AsyncIterable<Buffer>) log(piece.toString())
      const late = session.request({ [PATH]: `${path}/big` })
      await once(late, 'response')
      // Waits until no more bytes arrive: without a reader, no more than one window of the protocol.
      let before = -1
      while (before !== late.readableLength) {
        before = late.readableLength
        await new Promise(resolve => setTimeout(resolve, 100))
      }
      log(late.readableFlowing, late.readableLength < 100_000)
      let bytes = 0
      await once(late.on('data', (chunk: Buffer) => { bytes += chunk.length }), 'end')
      log(bytes)
    })
  },
  {
    title: 'a thousand at once on one session',
    entries: Array.from({ length: 1000 }, () => ({ line: 'POST /echo 200', request: 'x', response: 'x' })),
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      session.setMaxListeners(0)
      const bodies = await Promise.all(Array.from({ length: 1000 }, async () => {
        const stream = session.request({ ...POST, [PATH]: `${path}/echo` })
        stream.end('x')
        let body = ''
        for await (const piece of stream as AsyncIterable<Buffer>) body += piece.toString()
        return body
      }))
      log(bodies.length, new Set(bodies).size)
    })
  },
  {
    title: 'CONNECT, and a WebSocket by CONNECT',
    entries: [
      { line: 'CONNECT .example:443 200', note: 'upgraded' }, { line: 'CONNECT /socket 200', note: 'upgraded' }
    ],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      await once(session, 'remoteSettings')
      for (const headers of [{ ':authority': `${path.slice(1)}.example:443` }, { ':protocol': 'websocket', [PATH]: `${path}/socket` }]) {
        const stream = session.request({ [METHOD]: 'CONNECT', ...headers })
        stream.write('tunnel')
        log(String((await once(stream, 'data'))[0]))
        stream.end()
        await once(stream, 'close')
      }
    })
  },
  {
    title: 'what request() throws',
    entries: [],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      for (const [headers, options] of [
        [{ [PATH]: path, ':other': 'a' }], [{ [PATH]: path, connection: 'close' }], [{ [METHOD]: 'CONNECT' }],
        [{ [PATH]: path }, { endStream: 1 }]
      ] as unknown as [OutgoingHttpHeaders, object?][]) {
        try {
          session.request(headers, options)
        } catch (error) {
          log(told(error))
        }
      }
    })
  },
  {
    title: 'ten listeners of one event, and a listener that is removed',
    entries: [{ line: 'GET /echo 200' }],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      const warned: string[] = []
      const note = ({ message }: Error) => { warned.push(message) }
      process.on('warning', note)
      const stream = session.request({ [PATH]: `${path}/echo` })
      for (const event of ['close', 'trailers', 'response']) for (let n = 0; n < 9; n++) stream.on(event, () => {})
      await whole(stream, log)
      await new Promise(resolve => setTimeout(resolve, 20))
      process.off('warning', note)
      log(warned)
    })
  }
]

export async function withSession (
  base: string, log: Log, use: (session: ClientHttp2Session, path: string) => Promise<void>
): Promise<void> {
  const { origin, pathname } = new URL(base)
  const session = http2.connect(origin).on('error', error => log(told(error)))
  await use(session, pathname)
  session.close()
  if (!session.destroyed) await once(session, 'close')
}

/** Logs all that an app sees of a request, until its stream is closed. */
export async function whole (stream: ClientHttp2Stream, log: Log): Promise<void> {
  let body = ''
  for (const event of ['response', 'headers', 'trailers']) stream.on(event, (headers: IncomingHttpHeaders) => log(event, dateless(headers)))
  stream.on('data', (chunk: Buffer | string) => { body += chunk.toString('latin1') })
    .on('end', () => log('end', body.length, body.slice(0, 50))).on('error', error => log(told(error))).on('aborted', () => log('aborted'))
  await new Promise<void>(resolve => { stream.on('close', () => { log('close', stream.rstCode); resolve() }) })
}

function dateless ({ date, ...headers }: IncomingHttpHeaders): unknown {
  return headers
}
