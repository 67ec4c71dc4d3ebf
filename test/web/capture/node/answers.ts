// The answers of the HTTP server that the cases call. The last part of the path selects the answer.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const LONG = JSON.stringify({ text: 'all the world '.repeat(1000) })

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const ANSWERS: Record<string, Answer> = {
  json: (_request, response) => send(response, 'application/json', '{"a": 1.0, "b": [12345678901234567890]}'),
  text: (_request, response) => send(response, 'text/plain; charset=utf-8', 'grüße'),
  latin: (_request, response) => send(response, 'text/plain; charset=iso-8859-1', Buffer.from('grüße', 'latin1')),
  png: (_request, response) => send(response, 'image/png', PNG),
  gzip: (_request, response) => encoded(response, 'gzip', gzipSync(LONG)),
  br: (_request, response) => encoded(response, 'br', brotliCompressSync(LONG)),
  deflate: (_request, response) => encoded(response, 'deflate', deflateSync(LONG)),
  missing: (_request, response) => { response.writeHead(404, 'Nothing Here', { 'x-a': 'b' }).end('{"error":"none"}') },
  empty: (_request, response) => { response.writeHead(204).end() },
  same: (_request, response) => { response.writeHead(304, { etag: '"1"' }).end() },
  cookies: (_request, response) => {
    response.writeHead(200, [['Set-Cookie', 'a=1'], ['Set-Cookie', 'b=2'], ['X-Odd-CASE', 'yes']]).end('ok')
  },
  moved: (request, response) => { response.writeHead(302, { location: request.url?.replace('moved', 'json') }).end('moved') },
  reset: request => { request.socket.destroy() },
  hang: () => {},
  rubbish: request => { request.socket.end('this is no HTTP\r\n\r\n') },
  half: (_request, response) => { response.writeHead(200, { 'content-length': 1000 }).write('only this', () => response.destroy()) },
  early: (_request, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' })
    send(response, 'text/plain', 'late')
  },
  trailers: (_request, response) => {
    response.writeHead(200, { trailer: 'x-sum' }).write('body')
    response.addTrailers({ 'x-sum': '42' })
    response.end()
  },
  big: (_request, response) => send(response, 'application/octet-stream', Buffer.alloc(3_000_000, 'abcdefgh')),
  digest: (request, response) => {
    const hash = createHash('sha256')
    request.on('data', (chunk: Buffer) => hash.update(chunk)).on('end', () => send(response, 'text/plain', hash.digest('hex')))
  },
  echo: (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => send(response, request.headers['content-type'] ?? 'text/plain', Buffer.concat(chunks)))
  },
  // Answers each chunk as it arrives, so that neither direction may buffer.
  lockstep: (request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.flushHeaders()
    request.on('data', (chunk: Buffer) => response.write(`<${chunk.toString()}>`)).on('end', () => response.end())
  },
  // Refuses an upload before it has ended.
  refuse: (_request, response) => { response.writeHead(413, { connection: 'close' }).end('too much') },
  events: (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const n of [1, 2, 3]) response.write(`data: ${n}\n\n`)
    response.end()
  },
  // Writes as much as it can: the client checks that it receives little while it does not read.
  pressure: (_request, response) => {
    let accepted = 0
    const chunk = Buffer.alloc(65536, 'p')
    const pour = () => {
      while (accepted < 100 * 1024 * 1024 && response.write(chunk)) accepted += chunk.length
      if (accepted < 100 * 1024 * 1024) accepted += chunk.length
    }
    response.on('drain', pour).on('error', () => {})
    pour()
  }
}

export function answer (request: IncomingMessage, response: ServerResponse): void {
  request.on('error', () => {})
  const name = /\/(\w+)(\?|$)/.exec(request.url ?? '')?.[1] ?? ''
  const run = ANSWERS[name] ?? ANSWERS['missing']
  run?.(request, response)
}

function send (response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
    .end(response.req.method === 'HEAD' ? undefined : body)
}

function encoded (response: ServerResponse, encoding: string, body: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body)
}
