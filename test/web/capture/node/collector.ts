// Accepts batches as the service does, and keeps every push, so that tests can count how often a request began and ended.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Pushed {
  api: string
  method: string
  requestId: string
  timeConsuming: number
  requestHeader?: string
  responseHeader?: string
  request?: string
  response?: string
  note?: string
}

export interface Collector {
  url: string
  /** The pushes of each request, in the order of arrival. */
  pushes (): Pushed[][]
  forget (): void
  close (): void
}

export async function openCollector (): Promise<Collector> {
  const byRequest = new Map<string, Pushed[]>()
  const server = createServer((request, response) => {
    text(request).then(body => {
      const pushes = JSON.parse(body) as Pushed[]
      for (const push of pushes) byRequest.set(push.requestId, [...byRequest.get(push.requestId) ?? [], push])
      response.end(JSON.stringify({ code: '0', message: '', data: pushes.map(({ requestId }) => ({ id: requestId })) }))
    }).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushes: () => [...byRequest.values()],
    forget: () => byRequest.clear(),
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
