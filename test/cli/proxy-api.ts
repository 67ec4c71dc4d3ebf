// The API behind the proxy: each path answers differently, and reports what it received.
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { Test } from 'tap'
import { WebSocketServer, type WebSocket } from 'ws'
import { CERTIFICATE, KEY } from '../web/capture/node/certificate.js'

export interface Held {
  release: () => void
  /** Resolves when the proxy has disconnected. */
  gone: Promise<unknown>
}

export interface Api {
  url: string
  /** Resolves with the next request that waits to be released. */
  held (): Promise<Held>
  /** Resets the next request on a reused connection, as if the server had just closed it. */
  closeNextAtOnce (): void
}

type Answer = (request: IncomingMessage, response: ServerResponse, held: (held: Held) => void) => unknown

const ANSWERS: Record<string, Answer> = {
  '/gzip': (_request, response) =>
    response.setHeader('content-type', 'application/json').setHeader('content-encoding', 'gzip').end(gzipSync('{"zipped":true}')),
  '/held': async (request, response, held) => {
    await buffer(request)
    await new Promise<void>(resolve => held({ release: resolve, gone: once(response, 'close') }))
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"held":true}')
  },
  '/events': async (_request, response, held) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    await new Promise<void>(resolve => held({ release: resolve, gone: once(response, 'close') }))
    response.end('data: 2\n\n')
  },
  '/v2/login': ({ headers }, response) => response.writeHead(302, {
    location: `http://${headers.host}/v2/welcome?to=1#top`,
    'set-cookie': [
      'id=1; Domain=api.example.com; Path=/v2/cart; Secure; HttpOnly; SameSite=None; Partitioned',
      '__Host-sid=2; Path=/; Secure; HttpOnly; SameSite=Lax'
    ]
  }).end(),
  '/v2/redirect': ({ url }, response) => response.writeHead(307, { location: new URL(url!, 'http://x').searchParams.get('to')! }).end(),
  '/plain': ({ method }, response) => response.writeHead(method === 'OPTIONS' ? 405 : 200).end(),
  '/open': (_request, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end(),
  '/reset': request => request.socket.resetAndDestroy(),
  '/no-http': request => request.socket.end('SMTP ready\r\n'),
  '/broken': (request, response) => {
    response.writeHead(200, { 'content-length': '8' })
    response.write('half', () => request.socket.destroySoon())
  }
}

async function echo (request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  response.setHeader('content-type', request.headers['content-type'] ?? 'text/plain').end(body)
}

export async function openApi (t: Test): Promise<Api> {
  const waiting: Held[] = []
  const askers: ((held: Held) => void)[] = []
  const held = (one: Held) => {
    const asker = askers.shift()
    if (asker) asker(one)
    else waiting.push(one)
  }
  let closesNext = false
  const seen = new WeakSet<object>()
  const server = createHttpServer((request, response) => {
    const wasUsed = seen.has(request.socket)
    seen.add(request.socket)
    if (closesNext && wasUsed) {
      closesNext = false
      request.socket.resetAndDestroy()
    } else answer(request, response, held)
  })
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first ?? false })
  server.on('upgrade', (request: IncomingMessage, socket, head: Buffer) => {
    if (request.url !== '/socket') socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 15\r\nconnection: close\r\n\r\nno sockets here')
    else sockets.handleUpgrade(request, socket, head, client => greet(client, request.headers.origin))
  })
  return {
    url: await opened(t, server),
    held: () => new Promise(resolve => {
      const one = waiting.shift()
      if (one) resolve(one)
      else askers.push(resolve)
    }),
    closeNextAtOnce: () => { closesNext = true }
  }
}

function greet (client: WebSocket, origin = 'nowhere'): void {
  client.on('message', (words: Buffer) => client.send(`${words.toString()} from ${origin}`))
}

/** Uses a certificate that nobody trusts. */
export async function openSecureApi (t: Test, options: ServerOptions = {}): Promise<{ url: string }> {
  const listener: RequestListener = (request, response) => answer(request, response, () => {})
  return { url: (await opened(t, createHttpsServer({ cert: CERTIFICATE, key: KEY, ...options }, listener))).replace('http:', 'https:') }
}

function answer (request: IncomingMessage, response: ServerResponse, held: (held: Held) => void): void {
  const { host, upgrade } = request.headers
  response.setHeader('x-seen-host', host ?? '').setHeader('x-seen-url', request.url ?? '')
  if (upgrade) response.setHeader('x-seen-upgrade', upgrade)
  const [path = ''] = (request.url ?? '').split('?')
  Promise.resolve((ANSWERS[path] ?? echo)(request, response, held)).catch(() => {})
}

async function opened (t: Test, server: Server & { closeAllConnections(): void }): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
