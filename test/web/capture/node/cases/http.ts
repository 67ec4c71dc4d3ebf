// http and https: plain requests, bodies, and answers of every kind.
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { type Case, type Log, told } from '../case.js'
import { CERTIFICATE } from '../certificate.js'

const LONG = JSON.stringify({ text: 'all the world '.repeat(1000) })
const STATUSES: Record<string, number> = { missing: 404, empty: 204, same: 304 }
const RESPONSES: Record<string, string> = {
  text: 'grüße',
  latin: 'grüße',
  gzip: LONG,
  br: LONG,
  deflate: LONG,
  missing: '{"error":"none"}',
  cookies: 'ok',
  trailers: 'body',
  events: 'data: 1\n\ndata: 2\n\ndata: 3\n\n'
}

export const HTTP: Case[] = [
  {
    title: 'a Host header of its own: the address is where it goes',
    entries: [
      { line: 'GET /json 200', host: '127.0.0.1:N' }, { line: 'GET /json 200', host: '127.0.0.1:N' },
      { line: 'GET /json 200', host: 'localhost:N' }
    ],
    run: async (at, log) => {
      const headers = { Host: 'shop.example' }
      await whole(http.get(`${at.http}/json`, { headers }), log)
      await whole(http.get(`${at.http}/json`, { headers, agent: false }), log)
      await whole(https.get(`${at.https}/json`, { headers, rejectUnauthorized: false }), log)
    }
  },
  {
    title: 'http.get',
    entries: [{ line: 'GET /json 200', response: '{"a": 1.0, "b": [12345678901234567890]}' }],
    run: async (at, log) => { await whole(http.get(`${at.http}/json?x=1`), log) }
  },
  {
    title: 'a POST by end() with a text',
    entries: [{ line: 'POST /echo 200', request: '{"größe":1}', response: '{"größe":1}' }],
    run: async (at, log) => {
      const request = http.request(`${at.http}/echo`,
        { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Odd-CASE': '1' } })
      request.end('{"größe":1}')
      await whole(request, log)
    }
  },
  {
    title: 'a POST of several writes of texts, buffers and encodings',
    entries: [{ line: 'POST /echo 200', request: 'one two three four', response: 'one two three four' }],
    run: async (at, log) => {
      const request = http.request(`${at.http}/echo`, { method: 'POST' })
      const reused = Buffer.from('two ')
      log(request.write('one '), request.write(reused, () => reused.fill('x')), request.write(Buffer.from('three ').toString('hex'), 'hex'))
      request.end(Buffer.from('four').toString('base64'), 'base64', () => log('finished'))
      await whole(request, log)
    }
  },
  {
    title: 'what a write is refused for',
    entries: [{ line: 'POST /echo 200', request: 'x', response: 'x' }],
    run: async (at, log) => {
      const request = http.request(`${at.http}/echo`, { method: 'POST' })
      for (const bad of [undefined, null, 7, {}]) {
        try {
          request.write(bad)
        } catch (error) {
          log(told(error))
        }
      }
      request.end('x')
      await whole(request, log)
      request.once('error', error => log('late', told(error)))
      log(request.write('y', error => log('callback', told(error))))
      await new Promise(resolve => setImmediate(resolve))
    }
  },
  {
    title: 'names, lengths and results of the methods',
    entries: [{ line: 'PUT /echo 200', request: 'a', response: 'a' }],
    run: async (at, log) => {
      const methods: Record<string, { name: string, length: number }> = http.ClientRequest.prototype as never
      for (const name of ['write', 'end', 'flushHeaders']) log(methods[name]?.name, methods[name]?.length)
      const request = http.request(`${at.http}/echo`, { method: 'PUT' })
      log(request.flushHeaders(), request.write('a'), request.end() === request, Object.keys(request).length,
        ['response', 'error', 'upgrade', 'connect', 'data'].map(event => request.listenerCount(event)))
      log(await whole(request, log) instanceof http.IncomingMessage)
    }
  },
  {
    title: 'events of a request and its answer, in order',
    entries: [{ line: 'POST /echo 200', request: 'body' }],
    run: async (at, log) => {
      const request = http.request(`${at.http}/echo`, { method: 'POST' })
      for (const event of ['socket', 'finish', 'response', 'close', 'error', 'abort', 'drain', 'timeout']) {
        request.on(event, () => log(`request ${event}`))
      }
      request.on('response', response => {
        for (const event of ['end', 'close', 'error', 'aborted', 'resume']) response.on(event, () => log(`response ${event}`))
        response.on('data', (chunk: Buffer) => log(chunk.toString()))
      })
      request.end('body')
      process.nextTick(() => log('tick'))
      Promise.resolve().then(() => log('microtask'), () => {})
      await closed(request)
    }
  },
  ...[
    'text', 'latin', 'png', 'gzip', 'br', 'deflate', 'missing', 'empty', 'same', 'cookies', 'early', 'trailers', 'events'
  ].map((name): Case => ({
    title: `an answer: ${name}`,
    entries: [{ line: `GET /${name} ${STATUSES[name] ?? 200}`, ...RESPONSES[name] !== undefined && { response: RESPONSES[name] } }],
    run: async (at, log) => {
      const request = http.get(`${at.http}/${name}`)
      request.on('information', ({ statusCode }) => log('information', statusCode))
      await whole(request, log)
    }
  })),
  {
    title: 'HEAD and OPTIONS, without bodies',
    entries: [{ line: 'HEAD /json 200' }, { line: 'OPTIONS /json 200' }],
    run: async (at, log) => {
      await whole(end(http.request(`${at.http}/json`, { method: 'HEAD' })), log)
      await whole(end(http.request(`${at.http}/json`, { method: 'OPTIONS' })), log)
    }
  },
  {
    title: 'https, with its own authority',
    entries: [
      { line: 'GET /json 200', response: '{"a": 1.0, "b": [12345678901234567890]}' },
      { line: 'POST /echo 200', request: 'secret', response: 'secret' }
    ],
    run: async (at, log) => {
      await whole(https.get(`${at.https}/json`, { ca: CERTIFICATE }), log)
      const request = https.request(`${at.https}/echo`, { method: 'POST', rejectUnauthorized: false })
      request.end('secret')
      await whole(request, log)
    }
  },
  {
    title: 'a certificate that is not trusted',
    entries: [{ line: 'GET /json failed', note: 'self-signed' }],
    run: async (at, log) => { await whole(https.get(`${at.https}/json`), log) }
  },
  {
    title: 'three megabytes, both ways',
    entries: [{ line: 'GET /big 200', note: 'response cut: ' }, { line: 'POST /digest 200', note: 'request cut: ' }],
    run: async (at, log) => {
      await whole(http.get(`${at.http}/big`), log)
      const request = http.request(`${at.http}/digest`, { method: 'POST' })
      request.end(Buffer.alloc(3_000_000, 'z'))
      await whole(request, log)
    }
  }
]

export function end (request: ClientRequest): ClientRequest {
  return request.end()
}

/** Reads the whole answer, and logs all that an app can see. */
export async function whole (request: ClientRequest, log: Log): Promise<IncomingMessage | undefined> {
  try {
    const [response] = await once(request, 'response') as [IncomingMessage]
    const body = await buffer(response)
    const { statusCode, statusMessage, httpVersion, complete, aborted, rawTrailers } = response
    const rawHeaders = response.rawHeaders.map((text, n) => response.rawHeaders[n - 1] === 'Date' ? 'DATE' : text)
    log(statusCode, statusMessage, httpVersion, rawHeaders, rawTrailers, complete, aborted, body.length,
      body.subarray(0, 200).toString('latin1'))
    return response
  } catch (error) {
    log('failed', told(error))
    return undefined
  }
}

/** Waits for `close`; once() would reject if an error came first. */
export async function closed (request: ClientRequest): Promise<void> {
  await new Promise<void>(resolve => { request.on('close', () => resolve()) })
}
