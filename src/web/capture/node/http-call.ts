// What is recorded of one ClientRequest. Nothing that an app can see is added to it but a listener of `close`: one of `response`, `error`
// or
// `upgrade` would change what Node does.
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Call, type Book } from './call.js'
import { headerOf, headerOfRaw, rawHeader } from './headers.js'
import { addMethod } from './own-method.js'
import { CANCELED } from '../core/canceled.js'
import { quiet } from '../core/host.js'

const UPGRADED = 'upgraded: what follows is not recorded'

/** Where a request goes. */
export interface Place { host?: unknown, port?: unknown }

export class HttpCall {
  private call: Call | undefined
  private hasHeaders = false

  /** `place`: undefined where no agent was told. */
  constructor (private readonly request: ClientRequest, book: Book, place: Place | undefined) {
    const exchange = book.begin({ method: request.method, api: addressOf(request, place), requestHeader: this.currentHeader() })
    if (!exchange) return
    this.call = new Call(exchange, book)
    request.on('close', () => quiet(() => this.closed()))
  }

  /** After each method that sends: a body piece, where it was one, and headers, where they have been made by now. */
  sent (args: ArrayLike<unknown>): void {
    const [chunk, encoding] = [args[0], args[1]]
    if (typeof chunk !== 'function') this.call?.sends(chunk, encoding)
    if (this.hasHeaders || !madeHeader(this.request)) return
    this.hasHeaders = true
    const raw = this.currentHeader()
    this.call?.requestHeaders(raw, headerOfRaw(raw))
  }

  responded (response: IncomingMessage): void {
    const { call } = this
    if (!call) return
    call.responseHeaders(...headerOfResponse(response))
    addMethod(response, 'push', chunk => {
      if (chunk === null) this.ended(response)
      else call.receives(chunk)
    })
  }

  failed (error: unknown): void {
    this.call?.fail(isHungUp(this.request, error) ? CANCELED : error)
  }

  // `_dump` is Node's own, for answers that nobody listens to: their bodies are thrown away before they could be seen.
  private ended (response: IncomingMessage & { _dumped?: boolean }): void {
    if (!response.complete) this.call?.fail(whyCut(response))
    else this.call?.end(response._dumped ? 'response not read by the app' : undefined)
  }

  private closed (): void {
    const { res } = this.request as ClientRequest & { res?: IncomingMessage & { upgrade?: boolean } | null }
    if (res?.upgrade) {
      this.call?.responseHeaders(...headerOfResponse(res))
      this.call?.end(UPGRADED)
    } else this.call?.fail(res ? whyCut(res) : CANCELED)
  }

  private currentHeader (): string {
    const made = madeHeader(this.request)
    if (made) return made
    const { method, path } = this.request
    return rawHeader(
      `${method} ${path} HTTP/1.1`, this.request.getRawHeaderNames().flatMap(name => [name, String(this.request.getHeader(name))])
    )
  }
}

/** Where the other side goes away, Node destroys the response with an error; where the app does, there is none. */
function whyCut ({ errored, destroyed }: IncomingMessage): unknown {
  return errored ?? (destroyed ? CANCELED : 'aborted')
}

/** Where the app itself destroys a request, Node says what it says of a server that hangs up; that one has not been destroyed yet. */
function isHungUp (request: ClientRequest, error: unknown): boolean {
  return request.destroyed && error instanceof Error && error.message === 'socket hang up'
}

/** As Node sends it; it is not said to be there for others, so it may be missing. */
function madeHeader (request: ClientRequest): string | undefined {
  const { _header: header } = request as unknown as { _header?: unknown }
  return typeof header === 'string' ? header : undefined
}

function headerOfResponse (response: IncomingMessage) {
  const { httpVersion, statusCode, statusMessage, rawHeaders } = response
  return [rawHeader(`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, rawHeaders), headerOf(rawHeaders)] as const
}

/** As it was asked for, which the Host header need not say. */
function addressOf (request: ClientRequest, place: Place | undefined): string {
  const { protocol, path, method } = request
  // The other side of a tunnel, or the address that is told to a proxy.
  if (method === 'CONNECT' || /^[a-z][a-z\d+.-]*:\/\//i.test(path)) return path
  return `${protocol}//${hostOf(place, protocol) ?? hostHeader(request) ?? request.host}${path}`
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 }

function hostOf (place: Place | undefined, protocol: string): string | undefined {
  const { host, port } = place ?? {}
  if (typeof host !== 'string') return undefined
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const number = Number(port ?? DEFAULT_PORTS[protocol])
  return number === DEFAULT_PORTS[protocol] ? name : `${name}:${number}`
}

function hostHeader (request: ClientRequest): string | undefined {
  const host = request.getHeader('host')
  return typeof host === 'string' ? host : undefined
}
