// A faulty proxy in front of a replica, to test verdict.ts: it sometimes acknowledges a push without forwarding it, or withholds a change
// from a viewer.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocket, WebSocketServer } from 'ws'
import type { Owner } from '../support/replica.js'

/** Withholds every nth push or change; undefined: none. */
export interface Losses { pushes?: number, changes?: number }

export async function startLossy (t: Owner, { url }: { url: string }, { pushes, changes }: Losses): Promise<{ url: string }> {
  const server = createServer((request, response) => { answer(request, response).catch(() => response.destroy()) })
  let pushed = 0
  const viewers = new WebSocketServer({ server })
  viewers.on('connection', (viewer, { url: path }) => {
    const upstream = new WebSocket(url.replace('http', 'ws') + path)
    let heard = 0
    upstream.on('message', (data: Buffer) => { if (++heard % (changes ?? Infinity) !== 0) viewer.send(data.toString()) })
    upstream.on('close', () => viewer.close())
    // Also for one that is still connecting, which is not a fault of the replica.
    upstream.on('error', () => viewer.terminate())
    viewer.on('close', () => upstream.terminate())
  })
  t.teardown(() => {
    for (const viewer of viewers.clients) viewer.terminate()
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }

  async function answer (request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.method === 'POST' && ++pushed % (pushes ?? Infinity) === 0) {
      response.end(JSON.stringify({ code: '0', message: 'ok', data: '1-made-up' }))
      return
    }
    const reply = await fetch(url + request.url,
      { method: request.method!, headers: { 'content-type': request.headers['content-type'] ?? '' }, ...(body !== '' && { body }) })
    response.writeHead(reply.status, { 'content-type': 'application/json', etag: reply.headers.get('etag') ?? '' }).end(await reply.text())
  }
}
