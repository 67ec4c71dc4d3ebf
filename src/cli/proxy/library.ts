// The library (httpxy) that sends requests to the target and pipes both bodies as they arrive. It reports the
// events of a request to its `Passage` (passage.ts). If there is no answer, the app gets a 502.
import { Agent as HttpAgent, ServerResponse, type IncomingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { ProxyServer, type ProxyServerOptions } from 'httpxy'
import type { AppRequest } from './app-request.js'
import { HUNG_UP, type Passage } from './passage.js'
import type { Target } from './targets.js'
import { troubleOf } from './troubles.js'
import { giveUpUpgrade, recordUpgrade } from './upgrades.js'

export interface Library {
  ask (request: AppRequest, response: ServerResponse, passage: Passage): void
  upgrade (request: AppRequest, socket: Socket, head: Buffer, passage: Passage): void
  close (): void
}

/** No limit of connections, because each stream keeps one until it ends; only the number of idle ones is limited. */
const AGENT = { keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' } as const

/** `secure`: whether certificates of targets are checked. */
export function openLibrary (secure: boolean): Library {
  const [http, https] = [new HttpAgent(AGENT), new HttpsAgent(AGENT)]
  /** One for each target: the library merges its own options with those of a request, which is slow if both have some. */
  const proxies = new Map<Target, ProxyServer<AppRequest>>()
  const proxyFor = (target: Target) => {
    const { url } = target
    const proxy = proxies.get(target) ?? opened({ target: url, agent: url.protocol === 'https:' ? https : http, secure })
    proxies.set(target, proxy)
    return proxy
  }
  return {
    ask: (request, response, { target }) => { proxyFor(target).web(request, response).catch(() => {}) },
    // Without an agent: a WebSocket gets a new connection, because the target may close a kept one at any moment.
    upgrade: (request, socket, head, { target: { url } }) => {
      opened({ target: url, secure }).ws(request, socket, {}, head).catch(() => {})
    },
    close: () => { for (const agent of [http, https]) agent.destroy() }
  }
}

function opened (options: ProxyServerOptions): ProxyServer<AppRequest> {
  const proxy = new ProxyServer<AppRequest>({ ...options, prependPath: false, preserveHeaderKeyCase: true })
  return proxy.on('proxyReq', (proxied, { passage }) => {
    if (passage) passage.proxied = proxied
  }).on('proxyRes', (answer, { passage }) => {
    // Registered before the library's own listener, which then hangs up on the app.
    answer.once('error', () => passage?.call.fails(BROKEN_OFF))
    passage?.answered(answer)
  }).on('proxyReqWs', (proxied, { passage }, socket) => {
    if (passage) recordUpgrade(proxied, passage, socket)
  }).on('error', (error, request, response) => {
    const passage = request?.passage
    if (!passage || !response) return
    if (!(response instanceof ServerResponse)) giveUpUpgrade(error, passage, response)
    else if (passage.canGoAgain(error, response)) proxy.web(request, response).catch(() => {})
    else giveUp(error, passage, request, response)
  })
}

const BROKEN_OFF = 'the target closed the connection in the middle of its answer'

function giveUp (error: unknown, passage: Passage, request: AppRequest, response: ServerResponse): void {
  if (request.socket.destroyed) return passage.call.fails(HUNG_UP)
  if (response.headersSent) return passage.call.fails(BROKEN_OFF)
  const trouble = troubleOf(error, passage.target.origin)
  passage.call.fails(trouble)
  const headers: IncomingHttpHeaders = {}
  passage.allowAccess(headers)
  refuse(response, 502, trouble, headers)
}

/** Sends an answer of the proxy itself to the app, instead of one from a target. */
export function refuse (response: ServerResponse, status: number, sentence: string, headers: IncomingHttpHeaders = {}): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(`earshot proxy: ${sentence}\n`)
}
