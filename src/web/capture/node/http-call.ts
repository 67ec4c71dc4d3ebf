// Records one ClientRequest. The only visible changes to it are a listener of `close`, and a maximum number of listeners that is higher by
// one. A listener of `response`, `error` or `upgrade` would change what Node does.
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Call, type Book } from './call.js'
import { headerOf, headerOfRaw, rawHeader } from './headers.js'
import { ruleEffects, type Destination } from './rule-effect.js'
import { isMocked } from './mocked.js'
import { watchedMethod } from './own-method.js'
import { stamps } from './stamps.js'
import { meetWebSocket } from './ws-sockets.js'
import { CANCELED } from '../core/canceled.js'
import { reportRule } from '../core/rules/rule-report.js'

export const UPGRADED = 'upgraded: what follows is not recorded'
const WEB_SOCKET = /\nupgrade: *websocket *\r/i
const EMIT = watchedMethod('emit', (request: ClientRequest, name, args) => {
  if (name === 'upgrade') meeting.of(request)?.(args[1] as IncomingMessage, args[2] as Duplex)
})
/** What to do when a request is upgraded. */
const meeting = stamps<(response: IncomingMessage, socket: Duplex) => void>()

export class HttpCall {
  private readonly call: Call | undefined
  private met: (() => void) | undefined

  /** `place`: undefined if no agent got the request. `closed`: the listener of `close`. */
  constructor (private readonly request: ClientRequest, book: Book, place: Destination | undefined, closed: () => void) {
    const requestHeader = headerOfRequest(request)
    const { applied, note, place: ruled } = ruleEffects.of(request) ?? {}
    const via = WEB_SOCKET.test(requestHeader) ? 'websocket' : undefined
    const exchange = book.begin({ method: request.method, api: addressOf(request, place ?? ruled), requestHeader, via })
    if (!exchange) return
    const call = this.call = new Call(exchange, book, headerOfRaw(requestHeader))
    if (via) {
      meeting.put(request, (response, socket) => {
        reportHeader(call, response)
        this.met = meetWebSocket(socket, call)
      })
      EMIT.watch(request)
    }
    if (applied) reportRule(exchange, applied)
    if (note) exchange.note(note)
    request.on('close', closed)
    // Node warns if one event has more listeners than this. Ours does not count; 0 means no limit.
    const most = request.getMaxListeners()
    if (most > 0) request.setMaxListeners(most + 1)
  }

  /** Called after each method that sends. Records its piece of the body, if there is one. */
  sent (args: ArrayLike<unknown>): void {
    if (typeof args[0] !== 'function') this.call?.sends(args[0], args[1])
  }

  /** Returns whether the request is recorded. */
  responded (response: IncomingMessage): boolean {
    const { call } = this
    if (!call) return false
    reportHeader(call, response)
    if (isMocked(response)) call.isMocked()
    return true
  }

  /** `chunk`: a piece of the body; null at its end. */
  received (response: IncomingMessage, chunk: unknown): void {
    if (chunk === null) this.ended(response)
    else this.call?.receives(chunk)
  }

  failed (error: unknown): void {
    this.call?.fail(isHungUp(this.request, error) ? CANCELED : error)
  }

  // Node sets `_dumped` if nobody listens to a response: it discards the body before we can see it.
  private ended (response: IncomingMessage & { _dumped?: boolean }): void {
    if (!response.complete) this.call?.fail(whyCut(response))
    else this.call?.end(response._dumped ? 'response not read by the app' : undefined)
  }

  closed (): void {
    const { call, request } = this
    this.met?.()
    if (!call || call.isOver || call.isSocket) return
    const { res } = request as ClientRequest & { res?: IncomingMessage & { upgrade?: boolean } | null }
    if (res?.upgrade) {
      reportHeader(call, res)
      call.end(UPGRADED)
    } else call.fail(res ? whyCut(res) : CANCELED)
  }
}

/** If the server closes the connection, Node destroys the response with an error; if the app destroys it, there is no error. */
function whyCut ({ errored, destroyed }: IncomingMessage): unknown {
  return errored ?? (destroyed ? CANCELED : 'aborted')
}

/** Node reports `socket hang up` if the app destroys a request, or if the server hangs up; only in the first case is it destroyed. */
function isHungUp (request: ClientRequest, error: unknown): boolean {
  return request.destroyed && error instanceof Error && error.message === 'socket hang up'
}

/** The header as Node sends it, from an undocumented property, so it may be missing. */
function headerOfRequest (request: ClientRequest): string {
  const { _header: header } = request as unknown as { _header?: unknown }
  if (typeof header === 'string') return header
  const { method, path } = request
  return rawHeader(`${method} ${path} HTTP/1.1`, request.getRawHeaderNames().flatMap(name => [name, String(request.getHeader(name))]))
}

function reportHeader (call: Call, { httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): void {
  call.responseHeaders(() => rawHeader(`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, rawHeaders), headerOf(rawHeaders))
}

/** The address that the app requested; the Host header may differ from it. */
export function addressOf (request: ClientRequest, place: Destination | undefined): string {
  const { protocol, path, method } = request
  // The target of a tunnel, or the absolute address that is sent to a proxy.
  if (method === 'CONNECT' || /^[a-z][a-z\d+.-]*:\/\//i.test(path)) return path
  return `${protocol}//${hostOf(place, protocol) ?? hostHeader(request) ?? request.host}${path}`
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 }

function hostOf (place: Destination | undefined, protocol: string): string | undefined {
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
