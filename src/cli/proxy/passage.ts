// One request on its way through the proxy: what it is turned into, and what is recorded of it: the request as the target got it, the
// answer as the target gave it.
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { canceled } from '../../web/capture/core/canceled.js'
import { Call, type Book } from '../../web/capture/node/call.js'
import { headerOf, rawHeader } from '../../web/capture/node/headers.js'
import { addMethod } from '../../web/capture/node/own-method.js'
import { turnToApp, type Asked } from './answer-headers.js'
import { letIn, pageOf, type Page } from './cors.js'
import { pairsOf, turnToTarget } from './request-headers.js'
import { pathAtTarget, type Target } from './targets.js'

export interface Place {
  book: Book
  targets: readonly Target[]
  /** Origins of pages that are let in besides. */
  allowed: readonly string[]
}

export const HUNG_UP = canceled('the app hung up')

/** Methods that do no more when they are done twice. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS'])

export class Passage {
  /** The library's request, once it has a connection. */
  proxied: ClientRequest | undefined
  readonly call: Call | undefined
  private readonly asked: Asked
  private readonly page: Page
  private readonly wantsClose: boolean
  private readonly hasBody: boolean
  private isAgain = false

  /** Turns the request, in place, into the one that its target gets. */
  constructor (request: IncomingMessage, target: Target, private readonly place: Place, readonly upgrades = false) {
    const { headers, method = 'GET', url = '/', httpVersion } = request
    const own = `http://${headers.host ?? 'localhost'}`
    const path = pathAtTarget(target, url)
    this.asked = { target, targets: place.targets, own, path }
    this.page = pageOf(method, headers)
    this.wantsClose = httpVersion === '1.0' || /\bclose\b/i.test(headers.connection ?? '')
    this.hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    turnToTarget(headers, target, { own, targets: place.targets, upgrades })
    request.url = path
    const { rawHeaders } = request
    const exchange = place.book.begin({
      method,
      api: (upgrades ? target.origin.replace(/^http/, 'ws') : target.origin) + path,
      requestHeader: () => rawHeader(`${method} ${path} HTTP/1.1`, pairsOf(rawHeaders, headers)),
      ...upgrades && { via: 'websocket' }
    })
    this.call = exchange && new Call(exchange, place.book, name => headers[name]?.toString())
    // A listener of `data` would let the body flow before there is a connection for it.
    if (this.hasBody) addMethod(request, 'push', chunk => this.call?.sends(chunk))
  }

  get target (): Target {
    return this.asked.target
  }

  /** Before the library passes the answer on. Turns it, in place, into the one that the app gets. */
  answered (answer: IncomingMessage): void {
    this.record(answer)
    const { headers } = answer
    turnToApp(headers, this.asked)
    if (this.letIn(headers) && !isSuccess(answer.statusCode)) {
      answer.statusCode = 200
      answer.statusMessage = 'OK'
    }
    headers.connection = this.wantsClose ? 'close' : 'keep-alive'
  }

  /** The connection is a WebSocket from here on. */
  upgraded (answer: IncomingMessage): void {
    this.recordHeaders(answer)
    turnToApp(answer.headers, this.asked)
  }

  /** The page that has asked may read the answer. Returns whether it has to be one of success. */
  letIn (headers: IncomingMessage['headers']): boolean {
    return letIn(headers, this.page, { own: this.asked.own, targetOrigin: this.target.origin, allowed: this.place.allowed })
  }

  /** Whether the target has closed a connection that it had kept, just as this request came: whoever asks it directly would ask again. */
  canGoAgain (error: unknown, response: ServerResponse): boolean {
    const { code } = error as { code?: unknown }
    const wasKept = code === 'ECONNRESET' && this.proxied?.reusedSocket
    if (this.isAgain || !wasKept || response.headersSent || this.hasBody || !REPEATABLE.has(this.proxied?.method ?? '')) return false
    this.isAgain = true
    return true
  }

  /** Records it as it comes. */
  record (answer: IncomingMessage): void {
    const { call } = this
    this.recordHeaders(answer)
    answer.on('data', chunk => call?.receives(chunk)).on('end', () => call?.end())
  }

  private recordHeaders ({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): void {
    this.call?.responseHeaders(() => rawHeader(`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, rawHeaders), headerOf(rawHeaders))
  }
}

function isSuccess (status = 0): boolean {
  return status >= 200 && status < 300
}
