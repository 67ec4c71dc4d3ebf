// The messages of one WebSocket, as the recorders of Node and of mini-programs report them. Counts the messages for the note at the end of
// the connection.
import { keptText, rawRecord, type BodyRecord } from './body.js'
import type { Exchange } from './exchange.js'
import type { Host } from './host.js'
import { MESSAGE_BYTES, type ObservedMessage } from './message.js'
import { MessageLog, type Logs } from './message-log.js'

type Clock = Pick<Host, 'now' | 'utf8Bytes'>
/** What waits for its bytes. */
type Late = (bytes: Uint8Array | undefined) => void

interface Count { messages: number, bytes: number }

export class SocketLog {
  private readonly log: MessageLog
  private readonly counts: Record<'in' | 'out', Count> = { in: { messages: 0, bytes: 0 }, out: { messages: 0, bytes: 0 } }
  private isOver = false

  constructor (exchange: Exchange, logs: Logs, private readonly clock: Clock) {
    this.log = new MessageLog(exchange, logs)
  }

  opened (): void {
    this.add({ dir: 'in', kind: 'open', size: 0 })
  }

  /** Bytes are copied, because they may be the app's. Anything else than text and bytes is recorded without its content. */
  message (dir: 'in' | 'out', data: unknown): void {
    if (typeof data === 'string') {
      const size = this.clock.utf8Bytes(data)
      this.content({ dir, kind: 'text', size, ...this.textBody(data, size) })
    } else if (data instanceof Uint8Array) {
      this.content({ dir, kind: 'binary', size: data.length, body: bytesBody(data, data.length) })
    } else this.content({ dir, kind: 'text', size: 0, cut: true })
  }

  /** Bytes that must be read first. Call what it returns with their beginning, or with undefined if they cannot be read. */
  lateMessage (dir: 'in' | 'out', size: number): Late {
    const heard = this.content({ dir, kind: 'binary', size, isReading: true })
    return bytes => this.log.read(heard, bytes && bytesBody(bytes, size))
  }

  /** Something went wrong; the end may follow. */
  error (text: string): void {
    this.said('error', text)
  }

  /** `before`: what the sentence about the end begins with. Returns that sentence, for the entry. */
  end (before: string, why: string): string {
    this.said('close', why)
    this.isOver = true
    const { in: received, out: sent } = this.counts
    return `${before}${why}; messages received: ${received.messages} (${received.bytes} B), sent: ${sent.messages} (${sent.bytes} B)`
  }

  /** As `end`, for the code and the reason of a WebSocket. */
  closed (code: unknown, reason: string): string {
    return this.end('closed with ', `${String(code)}${reason && ` ${reason}`}`)
  }

  private content (heard: Omit<ObservedMessage, 'atMs'>): ObservedMessage {
    const count = this.counts[heard.dir]
    count.messages++
    count.bytes += heard.size
    return this.add(heard)
  }

  private said (kind: 'error' | 'close', text: string): void {
    this.add({ dir: 'in', kind, size: this.clock.utf8Bytes(text), body: { text } })
  }

  private add (heard: Omit<ObservedMessage, 'atMs'>): ObservedMessage {
    const timed = { ...heard, atMs: this.clock.now() }
    if (!this.isOver) this.log.add(timed)
    return timed
  }

  private textBody (text: string, size: number): Pick<ObservedMessage, 'body' | 'cut'> {
    if (size <= MESSAGE_BYTES) return { body: { text } }
    // Concatenated and sliced to make a copy: otherwise the whole text would be kept.
    return { body: { text: ` ${keptText(text.slice(0, MESSAGE_BYTES), MESSAGE_BYTES, this.clock.utf8Bytes).text}`.slice(1) }, cut: true }
  }
}

function bytesBody (bytes: Uint8Array, size: number): BodyRecord {
  // `slice` of a Buffer would be no copy.
  const raw = Uint8Array.prototype.slice.call(bytes, 0, MESSAGE_BYTES)
  return rawRecord(raw, size)
}
