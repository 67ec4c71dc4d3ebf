// An API that sends bytes which no HTTP library would send: each path has an answer, after which the connection ends.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'

const OK = 'Content-Length: 2\r\n\r\nok'

/** What the target sends, and what the app gets: a status, and the body if it is not `ok`. */
export const HEADS: Record<string, [sends: string, status: number, body?: string]> = {
  '/trailer-length': [`HTTP/1.1 200 OK\r\nTrailer: x\r\n${OK}`, 200],
  '/trailer-204': ['HTTP/1.1 204 No Content\r\nTrailer: x\r\n\r\n', 204, ''],
  '/trailer-304': ['HTTP/1.1 304 Not Modified\r\nTrailer: x\r\nTransfer-Encoding: chunked\r\n\r\n', 304, ''],
  '/trailer-close': ['HTTP/1.1 200 OK\r\nTrailer: x\r\n\r\nok', 200],
  '/trailer-control': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx: \u0001\r\n\r\n', 502],
  '/status-099': [`HTTP/1.1 099 Low\r\n${OK}`, 502],
  '/status-000': [`HTTP/1.1 000 Zero\r\n${OK}`, 502],
  '/status-000-empty': ['HTTP/1.1 000 Zero\r\nContent-Length: 0\r\n\r\n', 502],
  '/status-999': [`HTTP/1.1 999 High\r\n${OK}`, 999],
  '/reason-control': [`HTTP/1.1 200 Fine \u0001\u00ff\r\n${OK}`, 200],
  '/reason-none': [`HTTP/1.1 200\r\n${OK}`, 200],
  '/value-control': [`HTTP/1.1 200 OK\r\nX-A: a\u0001b\r\n${OK}`, 502],
  '/value-latin': [`HTTP/1.1 200 OK\r\nX-A: caf\u00e9\r\n${OK}`, 200],
  '/value-tab': [`HTTP/1.1 200 OK\r\nX-A: a\tb\r\n${OK}`, 200],
  '/value-empty': [`HTTP/1.1 200 OK\r\nX-A:\r\n${OK}`, 200],
  '/name-space': [`HTTP/1.1 200 OK\r\nX A: 1\r\n${OK}`, 502],
  '/name-proto': [`HTTP/1.1 200 OK\r\n__proto__: 1\r\nconstructor: 2\r\nhasOwnProperty: 3\r\n${OK}`, 200],
  '/location': ['HTTP/1.1 302 Found\r\nLocation: http://[bad\r\nContent-Length: 0\r\n\r\n', 302, ''],
  '/location-latin': ['HTTP/1.1 302 Found\r\nLocation: /caf\u00e9\r\nContent-Length: 0\r\n\r\n', 302, ''],
  '/cookie-latin': [`HTTP/1.1 200 OK\r\nSet-Cookie: =\u00e9; Path=\u00e9\r\nSet-Cookie:\r\n${OK}`, 200],
  '/length-twice': [`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${OK}`, 502],
  '/length-wrong': ['HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nok', 502],
  '/length-and-chunks': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 9\r\n\r\n2\r\nok\r\n0\r\n\r\n', 502],
  '/gzip-chunks': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 200],
  '/coding': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nok', 200],
  '/hop-length': [`HTTP/1.1 200 OK\r\nConnection: content-length, x\r\nX: 1\r\n${OK}`, 200],
  '/large': [`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(70_000)}\r\n${OK}`, 502],
  '/many': [`HTTP/1.1 200 OK\r\n${Array.from({ length: 1200 }, (_, n) => `X-${n}: 1\r\n`).join('')}${OK}`, 200],
  '/early': [`HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nTrailer: x\r\n\r\nHTTP/1.1 200 OK\r\n${OK}`, 200],
  '/old': ['HTTP/1.0 200 OK\r\n\r\nok', 200],
  // The proxy has no more of it than the head when the answer breaks off.
  '/ends': ['HTTP/1.1 206 Partly\r\nContent-Length: 1000\r\nContent-Encoding: gzip\r\nX-App: 1\r\n\r\n', 502],
  '/bad-chunk': ['HTTP/1.1 206 Partly\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\nX-App: 1\r\n\r\nZZZ\r\n', 502],
  // The answer is whole, and more bytes follow.
  '/more': [`HTTP/1.1 200 OK\r\n${OK}MORE BYTES`, 200],
  '/more-204': [`HTTP/1.1 204 No Content\r\n${OK}`, 204, ''],
  '/identity': ['HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\nok', 200],
  '/switches': ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: foo\r\nConnection: Upgrade\r\n\r\n', 502]
}

/** Answers a path that it does not know by the trailer `X-Sum`, and with the request as it came. */
export async function openHeads (t: Test): Promise<string> {
  const server = createServer(socket => {
    let request = ''
    socket.setEncoding('latin1').on('error', () => {}).on('data', (words: string) => {
      request += words
      const [, path = ''] = request.split(' ')
      const hasChunks = /\r\ntransfer-encoding/i.test(request)
      const isWhole = hasChunks ? /\r\n0\r\n(?:.+\r\n)*\r\n$/.test(request) : request.includes('\r\n\r\n')
      if (!isWhole) return
      const [sends] = HEADS[path] ?? [echo(request)]
      socket.end(sends, 'latin1')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function echo (request: string): string {
  return 'HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n' +
    `${request.length.toString(16)}\r\n${request}\r\n0\r\nX-Sum: 7\r\nX-More: b\r\n\r\n`
}

/** All bytes that the app gets until the connection is closed. */
export async function tell (port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1').write(request, 'latin1')
  return await text(socket)
}
