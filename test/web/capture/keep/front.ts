// A proxy in front of the service. If a test makes the proxy fail, the proxy still serves the scripts of the recorder, as if the app hosted
// them itself.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Owner } from '../../../support/replica.js'

/** One push, as the service got it. */
export interface Arrived { requestId: string, timeConsuming: number, messages?: unknown[], note?: string, age?: number }

export interface Front {
  url: string
  /** `off`: connections are reset. `deaf`: it never answers. A number: this status. */
  state: 'up' | 'off' | 'deaf' | number
  /** The pushes of all batches that were answered with 200. */
  arrived: Arrived[]
  /** How many batches were not. */
  refused: number
}

export async function startFront (t: Owner, service: string): Promise<Front> {
  const front: Front = { url: '', state: 'up', arrived: [], refused: 0 }
  const server = createServer((request, reply) => { pass(front, service, request, reply).catch(() => reply.destroy()) })
  t.teardown(() => { server.closeAllConnections(); server.close() })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return front
}

async function pass (front: Front, service: string, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { url = '', method = '' } = request
  const body = await text(request)
  if (url.startsWith('/capture/') && front.state !== 'up') {
    front.refused++
    if (front.state === 'off') reply.destroy()
    if (typeof front.state === 'number') reply.writeHead(front.state, { 'access-control-allow-origin': '*' }).end('{"message":"as the test says"}')
    return
  }
  const answer = await fetch(service + url, { method, ...body && { body, headers: { 'content-type': request.headers['content-type'] ?? '' } } })
  if (url.startsWith('/capture/batch')) front.arrived.push(...JSON.parse(body) as Arrived[])
  const headers = { 'content-type': answer.headers.get('content-type') ?? 'text/plain', 'access-control-allow-origin': '*' }
  reply.writeHead(answer.status, headers).end(await answer.text())
}

/** The complete pushes that arrived more than once. */
export function doubled ({ arrived }: Front): string[] {
  const ids = arrived.filter(({ timeConsuming }) => timeConsuming > 0).map(({ requestId }) => requestId)
  return ids.filter((id, n) => ids.indexOf(id) !== n)
}
