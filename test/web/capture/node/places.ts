// The servers that the cases call. For each case, they record the requests with their raw headers, bodies and connections.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { createServer as createTcp, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net'
import { answer } from './answers.js'
import { CERTIFICATE, KEY } from './certificate.js'
import { http2Server, secureServer } from './http2-places.js'

/** The addresses and ports of the servers. */
/** `https2` answers both versions of HTTP. */
export interface Places { http: string, https: string, http2: string, https2: string, tcp: number, closed: number }

export interface Servers {
  places: Places
  /** The recorded requests whose path begins with the prefix, in order. */
  seen (prefix: string): unknown[]
  forget (): void
  close (): Promise<void>
}

export interface Seen { url: string }

export async function openServers (): Promise<Servers> {
  const seen: Seen[] = []
  const open = [
    httpServer(createServer(), seen), httpServer(createSecure({ cert: CERTIFICATE, key: KEY }), seen),
    http2Server(seen), secureServer(seen), echoServer()
  ]
  const closed = createTcp()
  for (const server of [...open, closed]) await listening(server)
  const ports = [...open, closed].map(server => (server.address() as AddressInfo).port)
  closed.close()
  const sockets = new Set<Socket>()
  for (const server of open) {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    })
  }
  const [http = 0, https = 0, http2 = 0, https2 = 0, tcp = 0, nobody = 0] = ports
  return {
    places: {
      http: `http://127.0.0.1:${http}`,
      https: `https://localhost:${https}`,
      http2: `http://127.0.0.1:${http2}`,
      https2: `https://localhost:${https2}`,
      tcp,
      closed: nobody
    },
    seen: prefix => seen.filter(({ url }) => url.startsWith(prefix)),
    forget: () => { seen.length = 0 },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      for (const server of open) server.close()
    }
  }
}

async function listening (server: TcpServer): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

function httpServer<Made extends Server> (server: Made, seen: Seen[]): Made {
  const connections = new Map<Socket, number>()
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket) ?? connections.size
    connections.set(request.socket, connection)
    const { method = '', url = '', rawHeaders } = request
    const what = {
      url, method, rawHeaders: portless(rawHeaders), body: '', trailers: request.rawTrailers, connection: firstOf(seen, url, connection)
    }
    Object.defineProperty(what, 'number', { value: connection })
    seen.push(what)
    request.on('data', (chunk: Buffer) => { what.body += chunk.toString('latin1') })
    request.on('end', () => { what.trailers = request.rawTrailers })
    answer(request, response)
  }
  server.on('request', handle).on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    response.writeContinue()
    handle(request, response)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    seen.push({ url: request.url ?? '', ...{ upgrade: request.headers.upgrade } })
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n')
    socket.pipe(socket)
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    socket.pipe(socket)
  })
  server.keepAliveTimeout = 60_000
  return server
}

/** The number of the connection, counted from the first one of the case. */
function firstOf (seen: Seen[], url: string, connection: number): number {
  const prefix = url.slice(0, url.indexOf('/', 1))
  const used = [...new Set(
    [...seen.filter(one => one.url.startsWith(`${prefix}/`)).map(one => (one as Seen & { number?: number }).number ?? -1), connection]
  )]
  return used.indexOf(connection)
}

function portless (rawHeaders: string[]): string[] {
  return rawHeaders.map(text => text.replace(/(127\.0\.0\.1|localhost):\d+/g, '$1:PORT'))
}

function echoServer (): TcpServer {
  return createTcp(socket => { socket.on('error', () => {}).pipe(socket) })
}
