// A server with WebSockets and streams, for programs whose messages are recorded.
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, createGzip, gzipSync } from 'node:zlib'
import type { Test } from 'tap'
import { WebSocketServer } from 'ws'

const BYE = Buffer.from('bye')

export interface StreamPlaces {
  /** Without its scheme. */
  host: string
  /** Goes on with `/stream`, which waits for it. */
  next: () => void
  /** How many connections are open. */
  sockets: () => number
}

export async function openStreams (t: Test): Promise<StreamPlaces> {
  const waiting: (() => void)[] = []
  const server = createServer((request, reply) => {
    if (request.url === '/stream') stream(reply, waiting)
    else if (request.url === '/gzip') gzipped(reply)
    else if (request.url === '/bomb') bomb(reply)
    else if (request.url === '/endless') reply.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(`"${'x'.repeat(5_000_000)}"`)
    else if (request.url?.startsWith('/bytes?')) byteByByte(new URL(request.url, 'http://here').searchParams, reply)
    else reply.writeHead(404).end()
  })
  accept(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => { server.closeAllConnections(); server.close() })
  let open = 0
  server.on('connection', socket => {
    open++
    socket.on('close', () => { open-- })
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, next: () => waiting.shift()?.(), sockets: () => open }
}

function accept (server: Server): void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: true })
  server.on('upgrade', (request, socket, head) => {
    if (request.url === '/refused') {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, webSocket => {
      if (request.url === '/hostile') {
        // A frame with reserved bits.
        socket.write(Buffer.from([0xf1, 0x01, 0x41]))
        return
      }
      webSocket.send('welcome')
      webSocket.on('message', (data, isBinary) => {
        webSocket.send(data, { binary: isBinary })
        if (!isBinary && data instanceof Buffer && data.equals(BYE)) webSocket.close(4001, 'as asked')
      })
    })
  })
}

function stream (reply: ServerResponse, waiting: (() => void)[]): void {
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  reply.write('id: 1\nevent: tick\ndata: {"password":"hunter2","n":1}\n\n')
  waiting.push(() => {
    // A character and an event that come in two pieces.
    const bytes = Buffer.from('data: grün\n\ndata: last\n\n')
    reply.write(bytes.subarray(0, 9))
    setImmediate(() => reply.end(bytes.subarray(9)))
  })
}

function byteByByte (query: URLSearchParams, reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': query.get('type') ?? '' })
  const bytes = Buffer.from(query.get('hex') ?? '', 'hex')
  const next = (at: number): void => {
    if (at < bytes.length) reply.write(bytes.subarray(at, at + 1), () => setImmediate(next, at + 1))
    else reply.end()
  }
  next(0)
}

function gzipped (reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' })
  const gzip = createGzip()
  gzip.pipe(reply)
  gzip.write('{"line":1}\n')
  gzip.flush(constants.Z_SYNC_FLUSH, () => gzip.end('{"line":2}'))
}

function bomb (reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' })
  reply.end(gzipSync(Buffer.alloc(100 * 1024 * 1024, '\n')))
}
