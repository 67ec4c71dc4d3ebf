// Sends requests to the target with the library httpxy, which streams their bodies, and reports the events of each request to its `Passage`
// (passage.ts). If there is no answer, the app gets a 502.
import { Agent as HttpAgent, ServerResponse, type ClientRequest } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { ProxyServer, type ProxyServerOptions } from 'httpxy'
import { passOn, passTrailers, type AppResponse } from './answer.js'
import type { AppRequest } from './app-request.js'
import type { Passage } from './passage.js'
import { giveUp } from './refusal.js'
import type { Target } from './targets.js'
import { giveUpUpgrade, recordUpgrade } from './upgrades.js'

export interface Library {
  ask (request: AppRequest, response: AppResponse, passage: Passage): void
  upgrade (request: AppRequest, socket: Socket, head: Buffer, passage: Passage): void
  close (): void
}

/** No limit of connections, because each stream keeps one until it ends; only the number of idle ones is limited. */
const AGENT_OPTIONS = { keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' } as const

/** `secure`: whether certificates of targets are checked. */
export function openLibrary (secure: boolean): Library {
  const [http, https] = [new HttpAgent(AGENT_OPTIONS), new HttpsAgent(AGENT_OPTIONS)]
  /** One for each target, with its options: the library would merge options of a request into its own, which is slow. */
  const proxies = new Map<Target, ProxyServer<AppRequest>>()
  const proxyFor = (target: Target) => {
    const { server } = target
    const proxy = proxies.get(target) ?? createProxy({ target: server, agent: server.protocol === 'https:' ? https : http, secure })
    proxies.set(target, proxy)
    return proxy
  }
  return {
    ask: (request, response, { target }) => { proxyFor(target).web(request, response).catch(() => {}) },
    // Without an agent: a WebSocket gets a new connection, because the target may close a kept one at any moment.
    upgrade: (request, socket, head, { target: { server } }) => {
      createProxy({ target: server, secure }).ws(request, socket, {}, head).catch(() => {})
    },
    close: () => { for (const agent of [http, https]) agent.destroy() }
  }
}

function createProxy (options: ProxyServerOptions): ProxyServer<AppRequest> {
  const proxy = new ProxyServer<AppRequest>({ ...options, prependPath: false, selfHandleResponse: true })
  return proxy.on('proxyReq', (targetRequest, request, response) => {
    watch(targetRequest, request, response as AppResponse)
  }).on('proxyRes', (answer, request, given) => {
    const { passage } = request
    const response = given as AppResponse
    if (!passage) return
    // Registered before the library's own listener, which then hangs up on the app.
    answer.on('error', error => giveUp(error, passage, request, response))
    const headersAreReady = passOn(answer, response, passage.call, error => giveUp(error, passage, request, response))
    passage.answered(answer)
    headersAreReady()
  }).on('proxyReqWs', (targetRequest, { passage }, socket) => {
    if (passage) recordUpgrade(targetRequest, passage, socket)
  }).on('error', (error, request, response) => {
    const passage = request?.passage
    if (!passage || !response) return
    if (!(response instanceof ServerResponse)) giveUpUpgrade(error, passage, response)
    else if (passage.isRetryable(error, response)) proxy.web(request, response).catch(() => {})
    // An error after the whole answer does not concern the app.
    else if (!passage.answer?.complete) giveUp(error, passage, request, response as AppResponse)
  })
}

function watch (targetRequest: ClientRequest, request: AppRequest, response: AppResponse): void {
  const { passage } = request
  if (!passage) return
  passage.targetRequest = targetRequest
  // Registered before the library's own listener, which then ends the request to the target.
  if (request.headers['transfer-encoding'] !== undefined) request.once('end', () => passTrailers(request, targetRequest))
  // Without a listener, Node closes the connection, and reports nothing.
  targetRequest.on('upgrade', (_answer, socket) => {
    socket.destroy()
    giveUp(new Error('the target answered 101 Switching Protocols, which the app had not asked for'), passage, request, response)
  })
}
