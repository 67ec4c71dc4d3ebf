// The answers that rules give, and servers that give the same answers without rules, for comparison: an app must see the same from both.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Rule, RuleAction, RuleHeader } from '../../../../../src/schema/rule.js'
import { CERTIFICATE, KEY } from '../certificate.js'

interface Given { status: number, statusText?: string, headers?: RuleHeader[], body?: { text: string } | { base64: string } }

export const ANSWERS: Record<string, Given> = {
  pay: {
    status: 503,
    statusText: 'Pay Later',
    headers: [
      { name: 'Content-Type', value: 'application/json; charset=utf-8' }, { name: 'X-One', value: '1' }, { name: 'x-one', value: '2' }
    ],
    body: { text: '{"error":"später","n":12345678901234567890}' }
  },
  empty: { status: 204, headers: [{ name: 'x-a', value: 'b' }] },
  same: { status: 304, headers: [{ name: 'etag', value: '"1"' }] },
  none: { status: 200, statusText: 'OK' },
  bytes: {
    status: 200,
    statusText: 'OK',
    headers: [{ name: 'content-type', value: 'application/octet-stream' }],
    body: { base64: Buffer.from([0, 255, 13, 10, 128, 200]).toString('base64') }
  },
  long: { status: 404, statusText: 'Not Found', headers: [{ name: 'content-type', value: 'text/plain' }], body: { text: 'wörd '.repeat(10_000) } }
}

const ACTIONS: Record<string, RuleAction> = {
  ready: { type: 'respond', status: 200 },
  ...Object.fromEntries(Object.entries(ANSWERS).map(([name, given]) => [name, { type: 'respond', ...given }])),
  later: { type: 'respond', delayMs: [50, 60], status: 200, statusText: 'OK' },
  reset: { type: 'fail', how: 'network' },
  hang: { type: 'fail', how: 'timeout' }
}

/** For each of the paths. */
export const RULES: Rule[] = Object.entries(ACTIONS).map(([name, action]) => ruleOf(`path:=/${name}`, action, { id: name }))

export function ruleOf (match: string, action: RuleAction, more: Partial<Rule> = {}): Rule {
  return { id: 'r1', name: match, enabled: true, match, action, expires: Number.MAX_SAFE_INTEGER, ...more }
}

export interface Place { http: string, https: string, seen: string[], close (): void }

/** `gives`: whether the servers give the answers themselves. If not, they only count the requests that reach them. */
export async function openPlace (gives: boolean): Promise<Place> {
  const seen: string[] = []
  const listener: RequestListener = (request, response) => {
    const { url = '', method = '' } = request
    seen.push(`${method} ${url}`)
    response.sendDate = false
    response.removeHeader('connection')
    const name = /^\/(\w+)/.exec(url)?.[1] ?? ''
    buffer(request).then(() => {
      if (!gives) response.writeHead(500).end()
      else if (name === 'reset') request.socket.resetAndDestroy()
      else if (name !== 'hang') answer(name === 'later' ? 'none' : name, response)
    }).catch(() => {})
  }
  const servers = [createServer(listener), createSecure({ cert: CERTIFICATE, key: KEY }, listener)]
  for (const server of servers) await started(server)
  const [http, https] = servers.map(server => (server.address() as AddressInfo).port)
  return {
    http: `http://127.0.0.1:${http}`,
    https: `https://localhost:${https}`,
    seen,
    close: () => {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    }
  }
}

function answer (name: string, response: ServerResponse): void {
  const { status, statusText = '', headers = [], body = { text: '' } } = ANSWERS[name] ?? { status: 200 }
  const bytes = 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64')
  const raw = headers.flatMap(({ name, value }) => [name, value])
  response.writeHead(status, statusText, status === 204 ? raw : [...raw, 'content-length', `${bytes.length}`])
  response.end(response.req.method === 'HEAD' ? undefined : bytes)
}

async function started (server: Server): Promise<void> {
  server.on('checkContinue', (request: IncomingMessage, response) => {
    response.writeContinue()
    server.emit('request', request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
}
