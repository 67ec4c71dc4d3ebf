// Which upgrades are WebSockets. Every other one is an offer that HTTP lets a server ignore (RFC 9110 §7.8): curl --http2 and
// Java's client make one, of h2c, with any plain request, and must get the plain answer. Node hands all of them over as
// upgrades, without reading on: the request is put back without the offer, to be read again.
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

const OFFER = ['connection', 'upgrade', 'http2-settings']

/** Emits 'upgrade' for WebSockets of `paths` only; what it is passed to may take it for the server. */
export function webSocketUpgrades (server: Server, paths: string[]): Server {
  const upgrades = new EventEmitter()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { method, headers, url = '' } = request
    const isWebSocket = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && paths.includes(url.split('?', 1)[0] ?? '')
    if (isWebSocket) upgrades.emit('upgrade', request, socket, head)
    else readAgain(server, request, socket, head)
  })
  return upgrades as Server
}

function readAgain (server: Server, { method, url, httpVersion, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let n = 0; n < rawHeaders.length; n += 2) {
    if (!OFFER.includes(rawHeaders[n]?.toLowerCase() ?? '')) lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n') + '\r\n\r\n', 'latin1'), head]))
  server.emit('connection', socket)
}
