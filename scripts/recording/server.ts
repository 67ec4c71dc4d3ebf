// The server of the recorded shop: finds the route, reads the body, and sends the reply that routes.ts describes.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'

export interface Call {
  url: URL
  /** The text that each group of the route's path has matched, decoded. */
  params: string[]
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface Reply {
  status?: number
  headers?: OutgoingHttpHeaders
  /** The parts of an array are sent one by one, with pauses in between. */
  body?: string | Buffer | string[]
  encoding?: keyof typeof COMPRESS
  delayMs?: number
  /** The response never ends, so the client has to abort it. */
  endless?: boolean
}

export interface Route {
  method: string
  path: RegExp
  reply(call: Call): Reply
}

const COMPRESS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
const PAUSE_MS = 120

/** A request as the server received it: a recorder in the browser may not see all of it. */
export interface Received {
  method: string
  url: string
  type: string
  body: Buffer
}

export interface Server {
  /** In order of arrival. */
  received: Received[]
  close(): Promise<void>
}

export async function startServer (port: number, routes: Route[]): Promise<Server> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    answer(request, response, routes, received).catch((error: unknown) => { response.destroy(error as Error) })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { received, close }
}

async function answer (request: IncomingMessage, response: ServerResponse, routes: Route[], received: Received[]): Promise<void> {
  const { method = '', headers } = request
  const url = new URL(request.url ?? '/', `http://${headers.host}`)
  const body = await buffer(request)
  received.push({ method, url: url.href, type: headers['content-type'] ?? '', body })
  const path = decodeURIComponent(url.pathname)
  for (const route of routes) {
    const match = route.method === method && route.path.exec(path)
    if (match) return await send(response, route.reply({ url, params: match.slice(1), headers, body }))
  }
  await send(response, { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `Nothing is at ${path}\n` })
}

async function send (
  response: ServerResponse, { status = 200, headers = {}, body = '', encoding, delayMs = 0, endless }: Reply
): Promise<void> {
  await sleep(delayMs)
  response.writeHead(status, { ...headers, ...encoding && { 'content-encoding': encoding, vary: 'Accept-Encoding' } })
  for (const part of Array.isArray(body) ? body : []) {
    response.write(part)
    await sleep(PAUSE_MS)
  }
  if (endless) return response.flushHeaders()
  const rest = Array.isArray(body) ? '' : body
  response.end(encoding ? COMPRESS[encoding](rest) : rest)
}
