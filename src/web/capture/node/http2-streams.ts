// Reports the streams of clients of node:http2, without loading that module. Since Node 22.17 and 24.2, diagnostics channels report them.
// Older versions have no such channels; there, we wrap the method `cork` of all duplex streams, because each new stream of http2 calls it
// first.
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import { Duplex } from 'node:stream'
import { quiet } from '../core/host.js'
import { nowMs, soon } from './natives.js'
import { replaceMethod } from './look-alike.js'
import { stamps } from './stamps.js'
import { subscribed } from './subscribed.js'
import type { Http2Headers } from './http2-headers.js'

type Stream = ClientHttp2Stream

export interface StreamReport {
  /** Called first; its constructor may still run. */
  made: (stream: Stream) => void
  /** Called once for each stream, before it sends or receives anything. */
  opened: (stream: Stream, headers: Http2Headers, startMs: number) => void
  responded: (stream: Stream, headers: IncomingHttpHeaders) => void
}

export interface StreamSource {
  end (): void
  /** Reports this stream now, if it was not reported yet. */
  report (stream: Stream): void
}

export function streamSource (report: StreamReport): StreamSource {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 2) || (major === 22 && minor >= 17) ? byChannels(report) : byMethod(report)
}

function byChannels ({ made, opened, responded }: StreamReport): StreamSource {
  const end = subscribed({
    'http2.client.stream.created': ({ stream, headers }: { stream: Stream, headers: Http2Headers }) => {
      made(stream)
      opened(stream, headers, nowMs())
    },
    'http2.client.stream.finish': ({ stream, headers }: { stream: Stream, headers: IncomingHttpHeaders }) => responded(stream, headers)
  })
  return { end, report: () => {} }
}

interface Born { startMs: number, isReported: boolean }
const born = stamps<Born>()

/** It does not report what a server pushes. */
function byMethod ({ made, opened, responded }: StreamReport): StreamSource {
  const report = (stream: Stream) => {
    const found = born.of(stream)
    const { sentHeaders: headers } = stream as { sentHeaders?: Http2Headers }
    if (!found || found.isReported || !headers) return
    found.isReported = true
    opened(stream, headers, found.startMs)
    stream.on('response', hear)
  }
  const hear = function (this: Stream, headers: IncomingHttpHeaders) { quiet(() => responded(this, headers)) }
  const end = replaceMethod(Duplex.prototype, 'cork', native => ({
    call (...args) {
      const result = Reflect.apply(native, this, args)
      if (isNew(this)) {
        born.put(this, { startMs: nowMs(), isReported: false })
        quiet(() => made(this))
        // Node sets the headers after the constructor, before the app gets the stream.
        soon(() => quiet(() => report(this)))
      }
      return result
    }
  }))
  return { end, report }
}

function isNew (stream: unknown): stream is Stream {
  return stream instanceof Duplex && stream.constructor.name === 'ClientHttp2Stream' && !born.of(stream)
}
