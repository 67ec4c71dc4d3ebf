// Records one stream of a client of node:http2: a request with its response. The visible changes to the stream are listeners of `close` and
// `trailers`, and a maximum number of listeners that is higher by one. Nothing here reads from the stream.
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import { canceled, CANCELED } from '../core/canceled.js'
import type { Exchange } from '../core/exchange.js'
import { Call, sentenceOf, type Book } from './call.js'
import { headerIn, isConnect, rawResponseHeader, type Http2Headers } from './http2-headers.js'
import { soon } from './natives.js'

const UPGRADED = 'upgraded: what follows is not recorded'
const NGHTTP2_CANCEL = 8

/** A piece of a request body, as streams buffer it. */
interface Written { chunk: unknown, encoding: unknown }

export class Http2Call extends Call {
  private response: IncomingHttpHeaders | undefined
  private closedBy: 'app' | 'server' | 'connection' | undefined

  constructor (exchange: Exchange, book: Book, private readonly stream: ClientHttp2Stream, private readonly request: Http2Headers) {
    super(exchange, book, headerIn(request))
  }

  /** Pieces that are written at once are a list. */
  wrote (data: unknown, encoding: unknown): void {
    if (!Array.isArray(data)) this.sends(data, encoding)
    else for (const { chunk, encoding } of data as Written[]) this.sends(chunk, encoding)
  }

  responded (headers: IncomingHttpHeaders): void {
    this.response = headers
    this.responseHeaders(() => rawResponseHeader(headers), headerIn(headers))
    if (isConnect(this.request) && isSuccess(headers)) this.end(UPGRADED)
  }

  trailers (trailers: IncomingHttpHeaders): void {
    const { response } = this
    if (response) this.responseHeaders(() => rawResponseHeader(response, trailers), headerIn(response))
  }

  /** `chunk`: a piece of the body; null at its end, and whenever Node closes the stream. */
  arrived (chunk: unknown): void {
    if (chunk !== null) return this.receives(chunk)
    const { stream } = this
    if (stream.destroyed) this.keepUnsent()
    else if (!isWhole(stream)) this.closedBy ??= 'server'
    // Node emits the response, if it has no body, and the trailers before this runs.
    else soon(() => { if (this.isAnswered) this.end() })
  }

  /** Called by the app; by Node only if the connection has ended. */
  closing (): void {
    const { closed, session } = this.stream
    if (!closed) this.closedBy ??= session?.socket.destroyed ? 'connection' : 'app'
  }

  closed (): void {
    this.fail(this.whyClosed())
  }

  /** The process ends, perhaps by the error of this stream. */
  override leave (reason: string): void {
    const { errored } = this.stream
    super.leave(errored ? sentenceOf(errored) : reason)
  }

  private whyClosed (): unknown {
    const { errored, rstCode } = this.stream
    if (errored) return isCancel(errored) ? canceled(errored.message) : errored
    if (this.closedBy === 'connection') return 'the connection was closed'
    if (this.closedBy !== 'app' && rstCode === NGHTTP2_CANCEL) return 'the server canceled the stream (NGHTTP2_CANCEL)'
    return this.closedBy === 'server' ? 'the server closed the stream early' : CANCELED
  }

  // If a stream fails before it could send its body, the body is still in its buffer.
  private keepUnsent (): void {
    const { writableBuffer } = this.stream as ClientHttp2Stream & { writableBuffer?: unknown }
    if (Array.isArray(writableBuffer)) this.wrote(writableBuffer, undefined)
  }
}

/** Whether the end of the body is the one that the server has sent. */
function isWhole (stream: ClientHttp2Stream): boolean {
  // Reading the state takes a while.
  return !stream.closed || (stream.rstCode === 0 && stream.state.remoteClose === 1)
}

function isSuccess ({ ':status': status }: IncomingHttpHeaders): boolean {
  return /^2/.test(String(status))
}

// Streams that wait for a connection get this error if the app destroys the session. If that had another error, it is the cause.
function isCancel ({ code, cause }: Error & { code?: string }): boolean {
  return code === 'ERR_HTTP2_STREAM_CANCEL' && cause === undefined
}
