// Decides which upgrades are WebSockets. All others are offers that a server may ignore (RFC 9110 §7.8): curl --http2 and Java's
// client offer h2c with any plain request, and must get a plain response. Up to Node 24, this file lets Node parse such a request again,
// without the offer; from 25 on, Node ignores the offer itself. Remove the code for older versions when `engines` drops them.
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export type IsWebSocket = (request: IncomingMessage) => boolean

// `shouldUpgradeCallback` exists from 22.21 and 24.9 on, but loses data that came after the offer in the same chunk (seen in
// 24.21 and 26.10). From 25 on there is no other way: Node removes the body of the offer from the socket before it hands the socket over.
const USES_UPGRADE_CALLBACK = Number(process.versions.node.split('.')[0]) >= 25
const OFFER_HEADERS = ['connection', 'upgrade', 'http2-settings']

/** Whether a request is the handshake of a WebSocket, on a path that has one. */
export function isWebSocketBelow (basePath: string): IsWebSocket {
  const paths = ['/ws', `${basePath}/ws`]
  return ({ method, headers, url = '' }) =>
    method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && paths.includes(url.split('?', 1)[0] ?? '')
}

/** Options of http.createServer(). */
export function upgradeOptions (isWebSocket: IsWebSocket): { shouldUpgradeCallback?: IsWebSocket } {
  return USES_UPGRADE_CALLBACK ? { shouldUpgradeCallback: isWebSocket } : {}
}

/** Emits 'upgrade' for WebSockets only. Code that needs only this event can use the result as the server. */
export function webSocketUpgrades (server: Server, isWebSocket: IsWebSocket): Server {
  const upgrades = new EventEmitter()
  const lastResponses = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => { lastResponses.set(socket, response) })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (isWebSocket(request)) upgrades.emit('upgrade', request, socket, head)
    else whenAnswered(socket, lastResponses.get(socket), () => { if (socket.writable) parseAgain(server, request, socket, head) })
  })
  return upgrades as Server
}

// Node keeps responses in order only among requests of one parser: the earlier responses must be sent first. With the offer, Node removes
// its listeners from the socket, and no longer emits 'drain' on the response that is being sent.
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

// Up to Node 24, the socket is handed over without reading further: the request is put back without the offer, and parsed again.
function parseAgain (server: Server, { method, url, httpVersion, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let n = 0; n < rawHeaders.length; n += 2) {
    if (!OFFER_HEADERS.includes(rawHeaders[n]?.toLowerCase() ?? '')) lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n') + '\r\n\r\n', 'latin1'), head]))
  server.emit('connection', socket)
}
