// Records node:http2, including gRPC: each stream of a client, from its first header to the end of its response. When the first stream
// opens, we wrap methods of its prototype, because nothing else shows what a stream sends, or whether the app closes it.
import type { ClientHttp2Stream, Http2Session, IncomingHttpHeaders } from 'node:http2'
import { quiet } from '../core/host.js'
import type { Book } from './call.js'
import { Http2Call } from './http2-call.js'
import { addressIn, methodOf, rawRequestHeader, type Http2Headers } from './http2-headers.js'
import { streamSource } from './http2-streams.js'
import { replaceMethod } from './look-alike.js'
import { watchedMethod } from './own-method.js'
import { stamps } from './stamps.js'

const PUSHED = 'pushed by the server'

const calls = stamps<Http2Call>()
const undicis = stamps<boolean>()
const body = watchedMethod('push', (stream: ClientHttp2Stream, chunk) => calls.of(stream)?.arrived(chunk))

function closed (this: ClientHttp2Stream): void {
  quiet(() => calls.of(this)?.closed())
}

function trailed (this: ClientHttp2Stream, fields: IncomingHttpHeaders): void {
  quiet(() => calls.of(this)?.trailers(fields))
}

/** Returns a function that ends the recording. */
export function recordHttp2 (book: Book): () => void {
  let undo: (() => void)[] | undefined
  const source = streamSource({
    made: stream => {
      undo ??= wrapped(stream, stream => {
        source.report(stream)
        return calls.of(stream)
      })
    },
    opened: (stream, headers, startMs) => open(stream, headers, startMs, book),
    responded: (stream, headers) => calls.of(stream)?.responded(headers)
  })
  return () => {
    source.end()
    for (const end of undo ?? []) end()
  }
}

function open (stream: ClientHttp2Stream, headers: Http2Headers, startMs: number, book: Book): void {
  const { session } = stream
  if (session && isOfUndici(session)) return
  const start = { method: methodOf(headers), api: addressIn(headers), requestHeader: () => rawRequestHeader(headers), startMs }
  const exchange = book.begin(start)
  if (!exchange) return
  const call = new Http2Call(exchange, book, stream, headers)
  calls.put(stream, call)
  if (!stream.sentHeaders) exchange.note(PUSHED)
  body.watch(stream)
  // Node warns if one event has more listeners than this. Ours does not count; 0 means no limit.
  const most = stream.getMaxListeners()
  if (most > 0) stream.setMaxListeners(most + 1)
  stream.on('close', closed).on('trailers', trailed)
  if (stream.destroyed) call.arrived(null)
}

/** Wraps methods that all streams of http2 inherit, those of servers, too. */
function wrapped (stream: ClientHttp2Stream, callOf: (stream: ClientHttp2Stream) => Http2Call | undefined): (() => void)[] {
  const owner = Object.getPrototypeOf(Object.getPrototypeOf(stream)) as object
  const wrap = (name: string, see: (call: Http2Call, args: unknown[]) => void) => replaceMethod(owner, name, native => ({
    call (...args) {
      quiet(() => {
        const call = callOf(this as ClientHttp2Stream)
        if (call) see(call, args)
      })
      return Reflect.apply(native, this, args)
    }
  }))
  return [
    wrap('_write', (call, [chunk, encoding]) => call.wrote(chunk, encoding)),
    wrap('_writev', (call, [chunks]) => call.wrote(chunks, undefined)),
    wrap('close', call => call.closing())
  ]
}

// What undici sends by http2 is recorded by its own channels. It attaches its client to the session, before the first request.
function isOfUndici (session: Http2Session): boolean {
  const known = undicis.of(session)
  if (known !== undefined) return known
  const symbols = Object.getOwnPropertySymbols(session).filter(({ description }) => description === 'client')
  const isIt = symbols.some(symbol => typeof (Reflect.get(session, symbol) as { dispatch?: unknown } | null)?.dispatch === 'function')
  undicis.put(session, isIt)
  return isIt
}
