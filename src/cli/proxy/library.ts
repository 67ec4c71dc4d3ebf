// The library (httpxy) that sends requests to the target and pipes both bodies as they arrive. It reports the
// events of a request to its `Passage` (passage.ts). If there is no answer, the app gets a 502.
import { Agent as HttpAgent, ServerResponse, type IncomingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { ProxyServer } from 'httpxy'
import type { AppRequest } from './app-request.js'
import { HUNG_UP, type Passage } from './passage.js'
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
  const proxy = new ProxyServer<AppRequest>({ secure, prependPath: false, preserveHeaderKeyCase: true })
  const send = (request: AppRequest, response: ServerResponse, { url }: Passage['target']) => {
    proxy.web(request, response, { target: url, agent: url.protocol === 'https:' ? https : http }).catch(() => {})
  }
  proxy.on('proxyReq', (proxied, { passage }) => {
    if (passage) passage.proxied = proxied
  }).on('proxyRes', (answer, { passage }) => {
    // Registered before the library's own listener, which then hangs up on the app.
    answer.once('error', () => passage?.call?.fail(BROKEN_OFF))
    passage?.answered(answer)
  }).on('proxyReqWs', (proxied, { passage }, socket) => {
    if (passage) recordUpgrade(proxied, passage, socket)
  }).on('error', (error, request, response) => {
    const passage = request?.passage
    if (!passage || !response) return
    if (!(response instanceof ServerResponse)) giveUpUpgrade(error, passage, response)
    else if (passage.canGoAgain(error, response)) send(request, response, passage.target)
    else giveUp(error, passage, request, response)
  })
  return {
    ask: (request, response, passage) => {
      request.passage = passage
      send(request, response, passage.target)
    },
    upgrade: (request, socket, head, passage) => {
      request.passage = passage
      proxy.ws(request, socket, { target: passage.target.url }, head).catch(() => {})
    },
    close: () => { for (const agent of [http, https]) agent.destroy() }
  }
}

const BROKEN_OFF = 'the target closed the connection in the middle of its answer'

function giveUp (error: unknown, passage: Passage, request: AppRequest, response: ServerResponse): void {
  if (request.socket.destroyed) return passage.call?.fail(HUNG_UP)
  if (response.headersSent) return passage.call?.fail(BROKEN_OFF)
  const trouble = troubleOf(error, passage.target.origin)
  passage.call?.fail(trouble)
  const headers: IncomingHttpHeaders = {}
  passage.allowAccess(headers)
  refuse(response, 502, trouble, headers)
}

/** Sends an answer of the proxy itself to the app, instead of one from a target. */
export function refuse (response: ServerResponse, status: number, sentence: string, headers: IncomingHttpHeaders = {}): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' }).end(`earshot proxy: ${sentence}\n`)
}
