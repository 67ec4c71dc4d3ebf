// Finds the messages in a response that arrives in chunks (`enableChunked`): server-sent events, lines of JSON, or messages of gRPC-web.
// Apps read the answers of language models in this way. We add a listener for the chunks to the task of the request; the app does not
// notice it, because a task does not reveal its listeners.
import { bodyMessagesOf, isStreamed, type BodyMessages } from '../core/body-messages.js'
import type { BodyRecord } from '../core/body.js'
import type { Exchange } from '../core/exchange.js'
import { quiet } from '../core/host.js'
import { MessageLog } from '../core/message-log.js'
import { utf8Decoder } from '../core/utf8-decoder.js'
import { bytesOf, contentTypeOf, headerOf } from './bodies.js'
import type { ChunkedTask } from './platform.js'
import type { Streams } from './streams.js'

/** How events begin. Old versions of platforms report no headers before the end. */
const EVENTS = /^\ufeff?(?:data|event|id|retry)?:/

export class Chunks {
  private type: string | undefined
  private messages: BodyMessages | undefined
  private isOver = false

  constructor (private readonly streams: Streams) {}

  /** `task`: what `request` returned. */
  follow (exchange: Exchange, task: unknown): void {
    const { onHeadersReceived, onChunkReceived } = Object(task) as ChunkedTask
    quiet(() => onHeadersReceived?.call(task, received => { quiet(() => { this.type = contentTypeOf(headerOf(received)) }) }))
    quiet(() => onChunkReceived?.call(task, chunk => { quiet(() => this.hear(exchange, bytesOf(chunk.data))) }))
  }

  /** `why`: empty if the response has ended by itself. */
  end (why: string): void {
    this.messages?.end(why)
    this.isOver = true
  }

  get record (): BodyRecord {
    return { note: this.messages ? 'received in chunks: see its messages' : 'received in chunks, which are not recorded' }
  }

  private hear (exchange: Exchange, bytes: Uint8Array | undefined): void {
    if (!bytes || this.isOver) return
    if (!this.messages) {
      const decode = utf8Decoder()
      this.type ??= EVENTS.test(decode(bytes.subarray(0, 10))) ? 'text/event-stream' : ''
      this.isOver = !isStreamed(this.type)
      if (this.isOver) return
      const { logs, clock } = this.streams
      this.messages = bodyMessagesOf(this.type, new MessageLog(exchange, logs), clock, utf8Decoder())
    }
    this.messages.piece(bytes)
  }
}
