// One request on its way through the proxy: how it is changed, and what is recorded. The request is recorded as the target gets it, and the
// answer as the target sends it.
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { canceled } from '../../web/capture/core/canceled.js'
import { rawHeader } from '../../web/capture/node/headers.js'
import { rewriteAnswerHeaders, type AnsweredRequest } from './answer-headers.js'
import { allowAccess, corsRequestOf, type CorsRequest } from './cors.js'
import type { RecordedCall, RecorderThread } from './recorder-thread.js'
import { headersForTarget, pairsOf } from './request-headers.js'
import { pathAtTarget, type Target } from './targets.js'

export interface PassageOptions {
  recorder: RecorderThread
  targets: readonly Target[]
  /** More origins whose pages get access. */
  allowed: readonly string[]
}

export const HUNG_UP = canceled('the app closed the connection')

/** Methods that may be repeated, because they change nothing. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export class Passage implements AnsweredRequest {
  /** The library's request to the target, once it has a connection. */
  targetRequest: ClientRequest | undefined
  /** The target's answer, once its head has arrived. */
  answer: IncomingMessage | undefined
  /** The proxy itself answers, instead of the target. */
  isRefused = false
  /** The connection has become a WebSocket. */
  isUpgraded = false
  readonly call: RecordedCall
  readonly path: string
  private readonly host: string
  /** Undefined if no page asks. */
  private readonly corsRequest: CorsRequest | undefined
  private readonly wantsClose: boolean
  private readonly hasBody: boolean
  private wasRetried = false

  /** Turns the request, in place, into the one that its target gets. */
  constructor (request: IncomingMessage, readonly target: Target, private readonly options: PassageOptions, upgrades = false) {
    const { headers, method = 'GET', url = '/', httpVersion } = request
    const { connection } = headers
    this.host = headers.host ?? 'localhost'
    this.path = pathAtTarget(target, url)
    this.corsRequest = corsRequestOf(method, headers)
    this.wantsClose = httpVersion === '1.0' || (connection !== undefined && /\bclose\b/i.test(connection))
    this.hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    const forwarded = request.headers = headersForTarget(headers, this, upgrades)
    request.url = this.path
    this.call = options.recorder.begin({
      method,
      api: (upgrades ? target.origin.replace(/^http/, 'ws') : target.origin) + this.path,
      header: rawHeader(`${method} ${this.path} HTTP/1.1`, pairsOf(request.rawHeaders, forwarded)),
      via: upgrades ? 'websocket' : ''
    })
  }

  get targets (): readonly Target[] {
    return this.options.targets
  }

  /** Such as `http://localhost:4000`. A getter, because few requests need it. */
  get proxyOrigin (): string {
    return `http://${this.host}`
  }

  /** Call it before the library passes the answer on. Changes the answer, in place, into the one that the app gets. */
  answered (answer: IncomingMessage): void {
    this.answer = answer
    this.recordHead(answer)
    const { headers } = answer
    rewriteAnswerHeaders(headers, this)
    if (this.allowAccess(headers) && !isSuccess(answer.statusCode)) {
      answer.statusCode = 200
      answer.statusMessage = 'OK'
    }
    headers.connection = this.wantsClose ? 'close' : 'keep-alive'
  }

  /** The connection is a WebSocket from here on. */
  upgraded (answer: IncomingMessage): void {
    this.isUpgraded = true
    this.recordHead(answer)
    rewriteAnswerHeaders(answer.headers, this)
  }

  /** Lets the requesting page read the answer. Returns true if the status must be 2xx. */
  allowAccess (headers: IncomingMessage['headers']): boolean {
    const { corsRequest, target, options } = this
    if (!corsRequest) return false
    return allowAccess(headers, corsRequest, { proxyOrigin: this.proxyOrigin, targetOrigin: target.origin, allowed: options.allowed })
  }

  /**
   * Whether to retry, at most once: the target closed a kept connection just as this request came. A client without the proxy would retry,
   * too.
   */
  isRetryable (error: unknown, response: ServerResponse): boolean {
    const { code } = error as { code?: unknown }
    const wasKept = code === 'ECONNRESET' && this.targetRequest?.reusedSocket
    if (this.wasRetried || this.answer || !wasKept || response.headersSent || this.hasBody) return false
    if (!SAFE_METHODS.has(this.targetRequest?.method ?? '')) return false
    this.wasRetried = true
    return true
  }

  /** Records the proxy's own answer instead of the target's, which the app does not get. The caller then ends the record: `call.fails`. */
  refused (header: string, body: string): void {
    this.isRefused = true
    // Without an answer of the target, the entry says that there was none.
    if (!this.answer) return
    this.call.answers(header, undefined)
    this.call.receives(Buffer.from(body))
  }

  /** Records the head of an answer as the target has sent it. */
  recordHead ({ httpVersion, statusCode, statusMessage, rawHeaders, headers }: IncomingMessage): void {
    this.call.answers(rawHeader(`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, rawHeaders), headers['content-type'])
  }
}

function isSuccess (status = 0): boolean {
  return status >= 200 && status < 300
}
