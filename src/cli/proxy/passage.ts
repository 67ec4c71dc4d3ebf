// One request on its way through the proxy: how it is changed, and what is recorded: the request as the target gets it, the
// answer as the target sends it.
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { canceled } from '../../web/capture/core/canceled.js'
import { rawHeader } from '../../web/capture/node/headers.js'
import { headersForApp, type Asked } from './answer-headers.js'
import { allowAccess, corsRequestOf, type CorsRequest } from './cors.js'
import type { Recorded, RecorderThread } from './recorder-thread.js'
import { headersForTarget, pairsOf } from './request-headers.js'
import { pathAtTarget, type Target } from './targets.js'

export interface PassageOptions {
  recorder: RecorderThread
  targets: readonly Target[]
  /** More origins whose pages get access. */
  allowed: readonly string[]
}

export const HUNG_UP = canceled('the app closed the connection')

/** Methods that are safe to repeat. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS'])

export class Passage {
  /** The library's request, once it has a connection. */
  proxied: ClientRequest | undefined
  /** The target's. */
  answer: IncomingMessage | undefined
  /** The proxy itself answers, instead of the target. */
  isRefused = false
  /** The connection is a WebSocket. */
  isOpen = false
  readonly call: Recorded
  private readonly asked: Asked
  private readonly corsRequest: CorsRequest
  private readonly wantsClose: boolean
  private readonly hasBody: boolean
  private isAgain = false

  /** Turns the request, in place, into the one that its target gets. */
  constructor (request: IncomingMessage, target: Target, private readonly options: PassageOptions, readonly upgrades = false) {
    const { headers, method = 'GET', url = '/', httpVersion } = request
    const own = `http://${headers.host ?? 'localhost'}`
    const path = pathAtTarget(target, url)
    this.asked = { target, targets: options.targets, own, path }
    this.corsRequest = corsRequestOf(method, headers)
    this.wantsClose = httpVersion === '1.0' || /\bclose\b/i.test(headers.connection ?? '')
    this.hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    const turned = request.headers = headersForTarget(headers, target, { own, targets: options.targets, upgrades })
    request.url = path
    this.call = options.recorder.begin({
      method,
      api: (upgrades ? target.origin.replace(/^http/, 'ws') : target.origin) + path,
      header: rawHeader(`${method} ${path} HTTP/1.1`, pairsOf(request.rawHeaders, turned)),
      ...upgrades && { via: 'websocket' }
    })
  }

  get target (): Target {
    return this.asked.target
  }

  /** Call it before the library passes the answer on. Changes the answer, in place, into the one that the app gets. */
  answered (answer: IncomingMessage): void {
    this.answer = answer
    this.record(answer)
    const headers = answer.headers = headersForApp(answer.headers, this.asked)
    if (this.allowAccess(headers) && !isSuccess(answer.statusCode)) {
      answer.statusCode = 200
      answer.statusMessage = 'OK'
    }
    headers.connection = this.wantsClose ? 'close' : 'keep-alive'
  }

  /** The connection is a WebSocket from here on. */
  upgraded (answer: IncomingMessage): void {
    this.isOpen = true
    this.recordHeaders(answer)
    answer.headers = headersForApp(answer.headers, this.asked)
  }

  /** Lets the requesting page read the answer. Returns true if the status must be 2xx. */
  allowAccess (headers: IncomingMessage['headers']): boolean {
    return allowAccess(headers, this.corsRequest, { own: this.asked.own, targetOrigin: this.target.origin, allowed: this.options.allowed })
  }

  /** Whether to retry: the target closed a kept connection just as this request came. A client without the proxy would retry, too. */
  canGoAgain (error: unknown, response: ServerResponse): boolean {
    const { code } = error as { code?: unknown }
    const wasKept = code === 'ECONNRESET' && this.proxied?.reusedSocket
    if (this.isAgain || this.answer || !wasKept || response.headersSent || this.hasBody) return false
    if (!REPEATABLE.has(this.proxied?.method ?? '')) return false
    this.isAgain = true
    return true
  }

  /** Records the answer as it arrives. */
  record (answer: IncomingMessage): void {
    const { call } = this
    this.recordHeaders(answer)
    answer.on('data', piece => {
      if (!this.isRefused) call.receives(piece)
    }).on('end', () => {
      if (!this.isRefused) call.ends()
    })
  }

  /** Records the proxy's own answer instead of the target's, which the app does not get. It is over when `fails` of the call is called. */
  refused (header: string, body: string): void {
    this.isRefused = true
    // Without an answer of the target, the entry says that there was none.
    if (!this.answer) return
    this.call.answers(header, undefined)
    this.call.receives(Buffer.from(body))
  }

  private recordHeaders ({ httpVersion, statusCode, statusMessage, rawHeaders, headers }: IncomingMessage): void {
    this.call.answers(rawHeader(`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, rawHeaders), headers['content-type'])
  }
}

function isSuccess (status = 0): boolean {
  return status >= 200 && status < 300
}
