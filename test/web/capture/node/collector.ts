// Accepts batches as the service does, and keeps every push, so that tests can count how often a request began and ended.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Initiator } from '../../../../src/schema/initiator.js'
import type { AppliedRule, Rule, RulesReply } from '../../../../src/schema/rule.js'

export interface Pushed {
  initiator?: Initiator
  api: string
  method: string
  requestId: string
  timeConsuming: number
  requestHeader?: string
  responseHeader?: string
  request?: string
  response?: string
  note?: string
  rule?: AppliedRule
  originalResponse?: string
  originalResponseHeader?: string
}

export interface Collector {
  url: string
  /** The rules of the session. */
  rules: Rule[]
  /** How often they were asked for. */
  asked: number
  /** The pushes of each request, in the order of arrival. */
  pushes (): Pushed[][]
  forget (): void
  close (): void
}

export async function openCollector (): Promise<Collector> {
  const byRequest = new Map<string, Pushed[]>()
  const collector = { rules: [] as Rule[], asked: 0 }
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/capture/rules')) {
      const { rules } = collector
      collector.asked++
      response.end(JSON.stringify({ version: '1', off: false, rules, now: 0, holdMs: 0 } satisfies RulesReply))
      return
    }
    text(request).then(body => {
      const pushes = JSON.parse(body) as Pushed[]
      for (const push of pushes.filter(push => !('messages' in push))) byRequest.set(push.requestId, [...byRequest.get(push.requestId) ?? [], push])
      response.end(JSON.stringify({ code: '0', message: '', data: pushes.map(({ requestId }) => ({ id: requestId })) }))
    }).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pushes: () => [...byRequest.values()],
    forget: () => byRequest.clear(),
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  })
}
