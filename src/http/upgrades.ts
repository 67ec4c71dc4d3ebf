// Which upgrades are WebSockets. Every other one is an offer that HTTP lets a server ignore (RFC 9110 §7.8): curl --http2 and
// Java's client make one, of h2c, with any plain request, and must get the plain answer. Up to Node 24 a refused offer is read
// again here; from 25 on Node does it. What is here for older ones goes when `engines` leaves them behind.
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export type IsWebSocket = (request: IncomingMessage) => boolean

// `shouldUpgradeCallback` is there from 22.21 and 24.9 on, but loses what came behind the offer in one piece (24.21 and 26.10
// do). From 25 on there is no other way: Node takes the body of the offer off the socket before it hands that over.
const NODE_ASKS = Number(process.versions.node.split('.')[0]) >= 25
const OFFER = ['connection', 'upgrade', 'http2-settings']

/** Whether a request is the handshake of a WebSocket, on a path that has one. */
export function isWebSocketBelow (basePath: string): IsWebSocket {
  const paths = ['/ws', `${basePath}/ws`]
  return ({ method, headers, url = '' }) =>
    method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && paths.includes(url.split('?', 1)[0] ?? '')
}

/** Options of http.createServer(). */
export function upgradeOptions (isWebSocket: IsWebSocket): { shouldUpgradeCallback?: IsWebSocket } {
  return NODE_ASKS ? { shouldUpgradeCallback: isWebSocket } : {}
}

/** Emits 'upgrade' for WebSockets only; what it is passed to may take it for the server. */
export function webSocketUpgrades (server: Server, isWebSocket: IsWebSocket): Server {
  const upgrades = new EventEmitter()
  const lastResponses = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => { lastResponses.set(socket, response) })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isWebSocket(request)) upgrades.emit('upgrade', request, socket, head)
    else whenAnswered(socket, lastResponses.get(socket), () => { if (socket.writable) readAgain(server, request, socket, head) })
  })
  return upgrades as Server
}

// Node keeps answers in order only among the requests of one reading: what came before the offer must have left. With the offer, Node
// takes its listeners off the socket, and does not tell the answer that is being sent any more that it may go on.
function whenAnswered (socket: Duplex, last: ServerResponse | undefined, proceed: () => void): void {
  if (!last || (last.writableFinished && last.socket === null)) return proceed()
  const end = () => { socket.destroy() }
  const goOn = () => { (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage?.emit('drain') }
  socket.on('error', end).on('timeout', end).on('drain', goOn)
  last.once('finish', () => {
    socket.off('error', end).off('timeout', end).off('drain', goOn)
    proceed()
  })
}

// Such a Node hands over the offer without reading on: the request is put back without it, to be read again.
function readAgain (server: Server, { method, url, httpVersion, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let n = 0; n < rawHeaders.length; n += 2) {
    if (!OFFER.includes(rawHeaders[n]?.toLowerCase() ?? '')) lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n') + '\r\n\r\n', 'latin1'), head]))
  server.emit('connection', socket)
}
