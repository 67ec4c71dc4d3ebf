// The HTTP/2 servers that the cases call. The last part of the path selects the answer.
import { constants, createSecureServer, createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import { CERTIFICATE, KEY } from './certificate.js'
import type { Seen } from './places.js'

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM } = constants
export const LONG = JSON.stringify({ text: 'all the world '.repeat(1000) })

type Answer = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void

const ANSWERS: Record<string, Answer> = {
  echo: (stream, headers) => {
    stream.respond({ ':status': 200, 'content-type': headers['content-type'] ?? 'text/plain', 'set-cookie': ['a=1', 'b=2'] })
    stream.pipe(stream)
  },
  gzip: stream => {
    stream.respond({ ':status': 200, 'content-type': 'application/json', 'content-encoding': 'gzip' })
    stream.end(gzipSync(LONG))
  },
  empty: stream => stream.respond({ ':status': 204 }, { endStream: true }),
  same: stream => stream.respond({ ':status': 304, etag: '"1"' }, { endStream: true }),
  head: stream => {
    stream.respond({ ':status': 200, 'content-length': 5 })
    stream.end()
  },
  early: stream => {
    stream.additionalHeaders({ ':status': 103, link: '</a.css>' })
    stream.respond({ ':status': 200 })
    stream.end('late')
  },
  trailers: stream => {
    stream.respond({ ':status': 200 }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '42' })).end('body')
  },
  big: stream => {
    stream.respond({ ':status': 200, 'content-type': 'text/plain' })
    stream.end(Buffer.alloc(3_000_000, 'abcdefgh'))
  },
  pushes: (stream, headers) => {
    stream.pushStream({ ':path': `${headers[':path']}/pushed` }, (_error, pushed) => {
      pushed.on('error', () => {}).respond({ ':status': 200 })
      pushed.end('pushed')
      stream.respond({ ':status': 200 })
      stream.end('main')
    })
  },
  hang: () => {},
  half: stream => {
    stream.respond({ ':status': 200 })
    stream.write('half')
  },
  halfLost: stream => {
    stream.respond({ ':status': 200 })
    stream.write('half', () => setImmediate(() => stream.session?.destroy()))
  },
  lost: stream => stream.session?.destroy(),
  refuse: stream => stream.close(NGHTTP2_REFUSED_STREAM),
  cancel: stream => stream.close(NGHTTP2_CANCEL),
  goaway: stream => stream.session?.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM),
  // gRPC, where each piece of the body is a message with five bytes before it.
  Echo: stream => {
    grpcHeaders(stream)
    stream.pipe(stream)
  },
  Thrice: stream => {
    grpcHeaders(stream)
    stream.once('data', (message: Buffer) => stream.end(Buffer.concat([message, message, message]))).resume()
  },
  Count: stream => {
    let bytes = 0
    grpcHeaders(stream)
    stream.on('data', (piece: Buffer) => { bytes += piece.length })
      .on('end', () => stream.end(Buffer.concat([Buffer.from([0, 0, 0, 0, 2]), Buffer.from(String(bytes).padStart(2))])))
  },
  Fail: stream => stream.respond({
    ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '5', 'grpc-message': 'no%20such%20thing'
  }, { endStream: true }),
  FailLate: stream => {
    grpcHeaders(stream, '13')
    stream.once('data', (message: Buffer) => stream.end(message)).resume()
  },
  Hang: grpcHeaders
}

function grpcHeaders (stream: ServerHttp2Stream, status: unknown = '0'): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': typeof status === 'string' ? status : '0' }))
}

export function http2Server (seen: Seen[]): Server {
  const server = createServer({ settings: { enableConnectProtocol: true } })
  server.on('sessionError', () => {}).on('stream', (stream, headers) => {
    const { ':path': path = headers[':authority'] ?? '', ':method': method } = headers
    const fields = Object.entries(headers).filter(([name]) => !name.startsWith(':') && name !== 'grpc-timeout')
    const what = { url: path, http2: method, fields, body: '' }
    seen.push(what)
    stream.on('error', () => {}).on('data', (chunk: Buffer) => { what.body += chunk.toString('latin1') })
    if (method === 'CONNECT') {
      stream.respond({ ':status': 200 })
      stream.pipe(stream)
    } else answer(stream, headers)
  })
  return server
}

function answer (stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  const name = /\/(\w+)(\?|$)/.exec(headers[':path'] ?? '')?.[1] ?? ''
  const run = ANSWERS[name]
  if (run) run(stream, headers)
  else {
    stream.respond({ ':status': 404 })
    stream.end('none')
  }
}

export function secureServer (seen: Seen[]): Server {
  const server = createSecureServer({ cert: CERTIFICATE, key: KEY, allowHTTP1: true }, (request, response) => {
    seen.push({ url: request.url, ...{ version: request.httpVersion, method: request.method } })
    request.on('data', (chunk: Buffer) => response.write(chunk)).on('end', () => response.end('!'))
  })
  return server.on('sessionError', () => {})
}
