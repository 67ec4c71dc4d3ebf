// Records WebSocket: one entry for each connection, with its messages.
import { quiet, type Host } from '../core/host.js'
import type { Exchange } from '../core/exchange.js'
import { MESSAGE_BYTES, type ObservedMessage } from '../core/message.js'
import { MessageLog, type Logs } from '../core/message-log.js'
import { blobRecord } from './blobs.js'
import { bytesOf, bytesRecord, isBlob, isBytes } from './bodies.js'
import type { Patches } from './patch.js'
import type { Recording } from './recording.js'

const OPENED = 'HTTP/1.1 101 Switching Protocols\r\n'
const BYTES = 'application/octet-stream'

export function wrapSockets (patches: Patches, recording: Recording, host: Host): void {
  const sockets = new WeakMap<object, Socket>()
  const shared = { host, logs: { bytes: 0, refusals: 0 }, recording }
  patches.addClass(globalThis, 'WebSocket', (target: WebSocket) => {
    quiet(() => {
      const exchange = recording.begin({ method: 'GET', address: target.url, headers: [], via: 'websocket' })
      if (exchange) sockets.set(target, new Socket(target, exchange, shared))
    })
  })
  patches.add(WebSocket.prototype, 'send', (native, self: WebSocket, args: unknown[]) => {
    const result: unknown = Reflect.apply(native, self, args)
    quiet(() => sockets.get(self)?.add('out', args[0]))
    return result
  })
}

interface Shared { host: Host, logs: Logs, recording: Recording }

class Socket {
  private readonly log: MessageLog
  private readonly counts = { in: 0, inBytes: 0, out: 0, outBytes: 0 }

  constructor (target: WebSocket, private readonly exchange: Exchange, private readonly shared: Shared) {
    this.log = new MessageLog(exchange, shared.logs)
    const hear = (type: string, use: (event: never) => void) => {
      target.addEventListener(type, event => { if (!shared.recording.recorder.isOver) quiet(() => use(event as never)) })
    }
    hear('open', () => this.opened())
    hear('message', ({ data }: MessageEvent) => this.add('in', data))
    hear('close', (event: CloseEvent) => this.closed(event))
  }

  add (dir: 'in' | 'out', data: unknown): void {
    const heard: ObservedMessage = {
      dir, kind: typeof data === 'string' ? 'text' : 'binary', atMs: this.shared.host.now(), size: this.sizeOf(data)
    }
    this.counts[dir]++
    this.counts[`${dir}Bytes`] += heard.size
    if (typeof data === 'string') {
      heard.body = { text: data.slice(0, MESSAGE_BYTES), cutFrom: data.length > MESSAGE_BYTES ? heard.size : undefined }
    } else if (isBytes(data)) {
      heard.body = bytesRecord(bytesOf(data), BYTES, MESSAGE_BYTES)
    } else if (isBlob(data)) {
      heard.isReading = true
      blobRecord(data, BYTES, MESSAGE_BYTES).then(body => this.log.read(heard, body), () => this.log.read(heard, undefined))
    }
    this.log.add(heard)
  }

  private opened (): void {
    this.exchange.headers(OPENED)
    this.log.add({ dir: 'in', kind: 'open', atMs: this.shared.host.now(), size: 0 })
  }

  private closed ({ code, reason = '' }: CloseEvent): void {
    const { counts, shared: { host } } = this
    const why = `${code}${reason && ` ${reason}`}`
    this.log.add({ dir: 'in', kind: 'close', atMs: host.now(), size: host.utf8Bytes(why), body: { text: why } })
    this.exchange.fail(`closed with ${why}; messages received: ${counts.in} (${counts.inBytes} B), ` +
      `sent: ${counts.out} (${counts.outBytes} B)`)
  }

  private sizeOf (data: unknown): number {
    if (typeof data === 'string') return this.shared.host.utf8Bytes(data)
    return isBlob(data) ? data.size : isBytes(data) ? data.byteLength : 0
  }
}
