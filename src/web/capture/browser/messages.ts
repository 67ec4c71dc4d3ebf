// Records the messages of streams. /earshot-delivery.js loads this part as a separate module when the page opens its first stream.
import { rawRecord, type RawRecord } from '../core/body.js'
import { bodyMessagesOf, isStreamed } from '../core/body-messages.js'
import type { Host } from '../core/host.js'
import { MessageLog, type Logs } from '../core/message-log.js'
import { MESSAGE_BYTES, type ObservedMessage } from '../core/message.js'
import type { Recorder } from '../core/recorder.js'
import { BodyStreams } from './body-streams.js'
import { bytesOf, isBytes } from './binary.js'
import { Blobs } from './blobs.js'
import type { PageStream, StreamEvent, OnStreamEvent } from './journal.js'
import type { Patches } from './patch.js'
import { observeXhr } from './xhr-messages.js'

/** The interface that the recorder of a page uses. */
export interface MessagesPart {
  /** `patches`: those of the recorder, which end with it. */
  listen (recorder: Recorder, host: Host, patches: Patches): OnStreamEvent
}

interface Shared { host: Host, blobs: Blobs, logs: Logs }

/**
 * A page that was opened before the service was updated loads a newer part. The number in this name changes when an older recorder cannot
 * work with it: when this interface, `StreamEvent`, `PageStream` or `Exchange` change.
 */
export const messages1: MessagesPart = {
  listen (recorder, host, patches) {
    const bodies = new BodyStreams(patches)
    const streams = new WeakMap<PageStream, Stream>()
    const shared = { host, blobs: new Blobs(host), logs: { bytes: 0, refusals: 0 } }
    return streamEvent => {
      const { channel, event } = streamEvent
      // Events that the page itself dispatches are no messages.
      if (recorder.isOver || event?.isTrusted === false) return
      if (channel.target instanceof Response) return observeBody(streamEvent, channel.target, bodies, shared)
      // Service workers have no XMLHttpRequest.
      if ('responseURL' in channel.target) return observeXhr(streamEvent, channel.target, shared)
      if (isBytes(streamEvent.data)) streamEvent.data = bytesOf(streamEvent.data)
      let stream = streams.get(channel)
      if (!stream) streams.set(channel, stream = new Stream(channel, shared))
      stream.hear(streamEvent)
    }
  }
}

// The entry is complete already; its messages come when the page reads them.
function observeBody ({ channel, type, data }: StreamEvent, response: Response, bodies: BodyStreams, { host, logs }: Shared): void {
  // The recorder passes the body on as data, because it watches the getter `response.body`: a call from here would look as if the page
  // used the stream. Only a recorder of an older version passes nothing on.
  const body = data === undefined ? response.body : data as ReadableStream | null
  if (!body || !isStreamed(type)) return
  const decoder = new TextDecoder()
  const decode = (bytes: Uint8Array) => decoder.decode(bytes, { stream: true })
  const reading = { bytes: 0, branches: 1, ...bodyMessagesOf(type, new MessageLog(channel.exchange, logs), host, decode) }
  if (body.locked || response.bodyUsed) reading.end('not recorded: the page read it before the recorder was ready')
  else bodies.add(body, reading)
}

// The response header that is recorded when a connection opens. A connection that ends without it was never open.
const OPENED = { eventsource: 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n', websocket: 'HTTP/1.1 101 Switching Protocols\r\n' }

class Stream {
  private readonly log: MessageLog
  private readonly isSocket: boolean
  private isOver = false
  private received = 0
  private receivedBytes = 0
  private sent = 0
  private sentBytes = 0

  constructor (private readonly channel: PageStream, private readonly shared: Shared) {
    this.log = new MessageLog(channel.exchange, shared.logs)
    this.isSocket = channel.target instanceof WebSocket
  }

  hear (streamEvent: StreamEvent): void {
    const { channel, isSocket } = this
    const { type, state, data, lost } = streamEvent
    if (this.isOver) return
    if (lost > 0) {
      this.log.skip(lost)
      channel.lost = 0
    }
    // A server may also name its events `open`, `close`, `error` or `send`.
    if (!isSocket && streamEvent.event instanceof MessageEvent) return this.add(streamEvent, 'event')
    if (type === 'open') {
      channel.exchange.headers(OPENED[isSocket ? 'websocket' : 'eventsource'])
      this.add(streamEvent, 'open')
    } else if (type === 'close') {
      if (isSocket) this.closed(streamEvent)
      else this.end(streamEvent, 'canceled: ', 'closed by the page')
    } else if (type === 'error') {
      // For a socket, the event `close` follows, which has more details.
      if (state === 2 && !isSocket) this.end(streamEvent, '', 'ended with an error')
      else if (!isSocket) this.add({ ...streamEvent, data: 'the connection was lost; the browser reconnects' }, 'error')
    } else if (type !== 'send' || state === 1) {
      this.add(streamEvent, contentKind(data))
    }
  }

  private closed (streamEvent: StreamEvent): void {
    const { code, reason } = streamEvent.event as CloseEvent
    this.end(streamEvent, 'closed with ', `${code}${reason && ` ${reason}`}`)
  }

  private end (streamEvent: StreamEvent, before: string, why: string): void {
    const { received, receivedBytes, sent, sentBytes } = this
    this.isOver = true
    this.add({ ...streamEvent, data: why }, 'close')
    const told = `${before}${why}; messages received: ${received} (${receivedBytes} B)`
    this.channel.exchange.fail(this.isSocket ? `${told}, sent: ${sent} (${sentBytes} B)` : told)
  }

  private add (streamEvent: StreamEvent, kind: ObservedMessage['kind']): void {
    const { type, atMs, data } = streamEvent
    const { lastEventId } = (streamEvent.event ?? {}) as Partial<MessageEvent>
    const heard: ObservedMessage = {
      dir: type === 'send' && this.isSocket ? 'out' : 'in',
      kind,
      atMs,
      size: sizeOf(data, this.shared.host),
      ...(kind === 'event' && type !== 'message' && { event: type }),
      ...(kind === 'event' && lastEventId && { lastEventId })
    }
    this.count(heard)
    if (data instanceof Blob) {
      heard.isReading = true
      this.shared.blobs.read(data, bytes => this.log.read(heard, bytes && rawRecord(bytes, data.size)))
    } else if (typeof data === 'string') {
      heard.body = heard.size <= MESSAGE_BYTES ? { text: data } : cutText(data, heard.size)
    } else if (data instanceof Uint8Array) {
      heard.body = rawRecord(data.slice(0, MESSAGE_BYTES), data.length)
    } else if (kind !== 'open') {
      heard.cut = true
    }
    this.log.add(heard)
  }

  private count ({ kind, dir, size }: ObservedMessage): void {
    if (kind === 'open' || kind === 'close' || kind === 'error') return
    if (dir === 'out') {
      this.sent++
      this.sentBytes += size
    } else {
      this.received++
      this.receivedBytes += size
    }
  }
}

function contentKind (data: unknown): 'text' | 'binary' {
  return data instanceof Uint8Array || data instanceof Blob ? 'binary' : 'text'
}

function sizeOf (data: unknown, { utf8Bytes }: Host): number {
  if (typeof data === 'string') return utf8Bytes(data)
  if (data instanceof Blob) return data.size
  return data instanceof Uint8Array ? data.length : 0
}

// Encoded to make a copy: a plain slice would keep the whole text in memory.
function cutText (text: string, wholeBytes: number): RawRecord {
  return rawRecord(new TextEncoder().encode(text.slice(0, MESSAGE_BYTES)).slice(0, MESSAGE_BYTES), wholeBytes, 'text/plain')
}
