// The proxy's own server: it chooses the target of each request, and notices if the app hangs up.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { AppResponse } from './answer.js'
import { AppRequest } from './app-request.js'
import { openLibrary } from './library.js'
import { HUNG_UP, Passage, type PassageOptions } from './passage.js'
import { refuse } from './refusal.js'
import { targetOf } from './targets.js'

export interface FrontOptions extends PassageOptions {
  host: string
  port: number
  /** Whether certificates of targets are checked. */
  secure: boolean
}

export interface Front {
  /** Such as `http://127.0.0.1:4000`. */
  address: string
  /** Also closes the connections of pending requests. */
  close (): Promise<void>
}

const SERVER_OPTIONS = {
  IncomingMessage: AppRequest,
  ServerResponse: AppResponse,
  maxHeaderSize: 64 * 1024,
  /** Longer than clients usually keep connections: a request that arrives while the server closes its connection is lost. */
  keepAliveTimeout: 65_000,
  /** No time limit, because an upload may take long. */
  requestTimeout: 0
}

/** Rejects if the server cannot listen. */
export async function openFront (options: FrontOptions): Promise<Front> {
  const library = openLibrary(options.secure)
  /** Upgraded sockets: the server no longer tracks them, but its close still waits for them. */
  const upgraded = new Set<Socket>()
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    const target = targetOf(options.targets, request.url ?? '/')
    if (!target) return refuse(response, 404, noTarget(request.url, options))
    const passage = request.passage = new Passage(request, target, options)
    response.on('close', recordHangUp)
    const forward = () => {
      if (!response.destroyed) library.ask(request, response, passage)
    }
    if (options.recorder.isFull) options.recorder.whenRoom(forward)
    else forward()
  })
  server.on('upgrade', (request: AppRequest, socket: Socket, head: Buffer) => {
    const target = targetOf(options.targets, request.url ?? '/')
    // Node has removed its own listener of errors: without one, a connection that breaks would end the process.
    upgraded.add(socket.on('error', () => {}).on('close', () => upgraded.delete(socket)))
    if (target) library.upgrade(request, socket, head, request.passage = new Passage(request, target, options, true))
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return {
    address: addressOf(server, options.host),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const socket of upgraded) socket.destroy()
      library.close()
      await closed
    }
  }
}

/** One function for all responses, because a closure for each takes longer. */
function recordHangUp (this: AppResponse): void {
  if (!this.writableFinished) this.req.passage?.call.fails(HUNG_UP)
}

function addressOf (server: Pick<Server, 'address'>, host: string): string {
  const { port } = server.address() as AddressInfo
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function noTarget (path = '/', { targets }: PassageOptions): string {
  if (!path.startsWith('/')) {
    return `This is a reverse proxy, not a forward proxy, so it cannot request ${path}: in the app, set the proxy's URL as the base URL ` +
      'of the API, and remove it from the proxy settings of the app (such as HTTP_PROXY)'
  }
  return `No target matches ${path}; the prefixes are ${targets.map(({ prefix }) => prefix).join(', ')}`
}
