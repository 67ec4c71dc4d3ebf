// node:http2: requests that fail, are canceled, or end without a whole answer.
import http2, { type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import type { Case } from '../case.js'
import { told } from '../case.js'
import { whole, withSession } from './http2.js'

const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR } = http2.constants

interface Ending {
  title: string
  name: string
  end: string
  note: string
  response?: string
  /** When the app ends the request; at once if there is none. */
  after?: 'response' | 'ready' | 'data'
  by: (stream: ClientHttp2Stream, session: ClientHttp2Session) => void
}

const cancel = (stream: ClientHttp2Stream) => stream.close(NGHTTP2_CANCEL)
const destroy = (stream: ClientHttp2Stream) => { stream.destroy() }
const HANGS = { name: 'hang', end: 'failed', note: 'canceled' }
const BEGUN = { name: 'half', end: '200', note: 'canceled' }

const BY_APP: Ending[] = [
  { ...HANGS, title: 'close(NGHTTP2_CANCEL)', after: 'ready', by: cancel },
  { ...HANGS, title: 'close() while it waits', after: 'ready', by: stream => stream.close() },
  { ...HANGS, title: 'close() before the connection', by: cancel },
  { ...BEGUN, title: 'close() of an answer that has begun', response: 'half', after: 'data', by: cancel },
  { ...HANGS, title: 'destroy()', after: 'ready', by: destroy },
  { ...BEGUN, title: 'destroy() of an answer that has begun', after: 'response', by: destroy },
  { ...HANGS, title: 'destroy() with an error', note: 'enough', by: stream => { stream.destroy(new Error('enough')) } },
  {
    ...HANGS,
    title: 'close() with another code',
    note: 'NGHTTP2_INTERNAL_ERROR',
    after: 'ready',
    by: stream => stream.close(NGHTTP2_INTERNAL_ERROR)
  },
  { ...HANGS, title: 'the session is destroyed', after: 'ready', by: (_stream, session) => session.destroy() },
  { ...HANGS, title: 'the session is destroyed before the connection', by: (_stream, session) => session.destroy() },
  {
    ...HANGS,
    title: 'the session is destroyed with an error',
    note: 'all of it',
    after: 'ready',
    by: (_stream, session) => session.destroy(new Error('all of it'))
  }
]

const BY_SERVER = [
  ['refuse', 'failed', 'NGHTTP2_REFUSED_STREAM'],
  ['cancel', 'failed', 'the server canceled the stream (NGHTTP2_CANCEL)'],
  ['lost', 'failed', 'connection was closed'],
  ['halfLost', '200', 'connection was closed'],
  ['goaway', 'failed', 'Session closed with error code 11']
] as const

export const HTTP2_ENDS: Case[] = [
  ...BY_APP.map(({ title, name, end, note, response, after, by }): Case => ({
    title: `by the app: ${title}`,
    entries: [{ line: `POST /${name} ${end}`, request: 'sent', note, ...response !== undefined && { response } }],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      const stream = session.request({ ':method': 'POST', ':path': `${path}/${name}` })
      stream.write('sent')
      if (after) stream.once(after, () => setImmediate(() => by(stream, session)))
      else by(stream, session)
      await whole(stream, log)
    })
  })),
  ...BY_SERVER.map(([name, end, note]): Case => ({
    title: `by the server: ${name}`,
    entries: [{ line: `GET /${name} ${end}`, note }],
    run: (at, log) => withSession(at.http2, log, (session, path) => whole(session.request({ ':path': `${path}/${name}` }), log))
  })),
  {
    title: 'abort by signal, before the request and during it',
    entries: [{ line: 'GET /hang failed', note: 'canceled: ' }, { line: 'GET /hang failed', note: 'canceled: ' }],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      await whole(session.request({ ':path': `${path}/hang` }, { signal: AbortSignal.abort() }), log)
      const signal = new AbortController()
      const stream = session.request({ ':path': `${path}/hang` }, { signal: signal.signal })
      stream.once('ready', () => signal.abort())
      await whole(stream, log)
    })
  },
  {
    title: 'a time limit',
    entries: [{ line: 'GET /hang failed', note: 'canceled' }],
    run: (at, log) => withSession(at.http2, log, async (session, path) => {
      const stream = session.request({ ':path': `${path}/hang` })
      stream.setTimeout(50, () => { log('timeout'); stream.close(NGHTTP2_CANCEL) })
      await whole(stream, log)
    })
  },
  {
    title: 'nobody listens',
    entries: [{ line: 'POST /none failed', request: 'unsent', note: 'ECONNREFUSED' }],
    run: async (at, log) => {
      const session = http2.connect(`http://127.0.0.1:${at.closed}`).on('error', error => log(told(error)))
      const stream = session.request({ ':method': 'POST', ':path': `${new URL(at.http2).pathname}/none` })
      stream.end('unsent')
      await whole(stream, log)
    }
  },
  {
    title: 'an error that nobody handles ends the process as ever',
    alone: true,
    entries: [{ line: 'GET /refuse failed', note: 'NGHTTP2_REFUSED_STREAM' }],
    run: async at => {
      const { origin, pathname } = new URL(at.http2)
      http2.connect(origin).request({ ':path': `${pathname}/refuse` })
      await new Promise(() => {})
    }
  }
]
