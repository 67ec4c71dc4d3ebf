// EventSource and WebSocket: one entry for each connection, which is pending while it is open, and complete at its end. Messages are
// counted, but not recorded.
import type { Exchange } from '../core/exchange.js'
import { addressOf } from './heads.js'
import type { Patches } from './patch.js'
import type { Recording } from './recording.js'

interface Traffic {
  exchange: Exchange
  received: number
  receivedBytes: number
  sent: number
  sentBytes: number
}

// The response header that is recorded when a connection opens. A connection that ends without it was never open.
const OPENED = { eventsource: 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n', websocket: 'HTTP/1.1 101 Switching Protocols\r\n' }

export function wrapChannels (patches: Patches, recording: Recording): void {
  if (typeof EventSource === 'function') wrapEventSource(patches, recording)
  if (typeof WebSocket === 'function') wrapWebSocket(patches, recording)
}

function wrapEventSource (patches: Patches, recording: Recording): void {
  const open = new WeakMap<EventSource, Traffic>()
  const end = (source: EventSource, why: string) => {
    const traffic = open.get(source)
    if (traffic) traffic.exchange.fail(`${why}; ${traffic.received} messages without a name received`)
  }
  patches.addClass(window, 'EventSource', (source: EventSource) => {
    const traffic = begin(recording, 'eventsource', source.url, source)
    if (!traffic) return
    open.set(source, traffic)
    source.addEventListener('error', () => { if (source.readyState === 2) end(source, 'ended with an error') })
  })
  patches.add(EventSource.prototype, 'close', ([, self]) => () => end(self, 'canceled: closed by the page'), { returns: false })
}

function wrapWebSocket (patches: Patches, recording: Recording): void {
  const open = new WeakMap<WebSocket, Traffic>()
  patches.addClass(window, 'WebSocket', (socket: WebSocket) => {
    const traffic = begin(recording, 'websocket', socket.url, socket)
    if (!traffic) return
    open.set(socket, traffic)
    socket.addEventListener('close', ({ code, reason }) => {
      const { exchange, received, receivedBytes, sent, sentBytes } = traffic
      exchange.fail(`closed with ${code}${reason && ` ${reason}`}; ${received} messages (${receivedBytes} bytes) received, ` +
        `${sent} (${sentBytes} bytes) sent`)
    })
  })
  patches.add(WebSocket.prototype, 'send', ([, self, [data]]) => () => {
    const traffic = open.get(self)
    if (!traffic) return
    traffic.sent++
    traffic.sentBytes += sizeOf(data)
  }, { returns: false })
}

function begin (recording: Recording, via: 'eventsource' | 'websocket', url: string, channel: EventTarget): Traffic | undefined {
  const exchange = recording.begin({ method: 'GET', address: addressOf(url), headers: [], via })
  if (!exchange) return undefined
  const traffic = { exchange, received: 0, receivedBytes: 0, sent: 0, sentBytes: 0 }
  channel.addEventListener('open', () => exchange.headers(OPENED[via]))
  channel.addEventListener('message', event => {
    traffic.received++
    traffic.receivedBytes += sizeOf((event as MessageEvent<unknown>).data)
  })
  return traffic
}

function sizeOf (data: unknown): number {
  if (typeof data === 'string') return data.length
  if (data instanceof Blob) return data.size
  return data instanceof ArrayBuffer || ArrayBuffer.isView(data) ? data.byteLength : 0
}
