// One request of an app, made with http, https, http2, fetch or undici: collects its bodies as they pass, and reports its end. Its methods
// never throw, and calls after the end do no harm.
import type { BodyMessages } from '../core/body-messages.js'
import { canceled } from '../core/canceled.js'
import { NO_RESPONSE, type Exchange } from '../core/exchange.js'
import type { BodyRecord } from '../core/body.js'
import { quiet } from '../core/host.js'
import type { LateText } from '../core/late-text.js'
import type { Start } from '../core/exchange-data.js'
import { MessageLog, type Logs } from '../core/message-log.js'
import { SocketLog } from '../core/socket-log.js'
import { bodyOf, decodedBodyOf, type HeaderOf } from './body.js'
import { utf8Bytes } from './natives.js'
import { Pieces } from './pieces.js'
import { sentMessages, streamMessages } from './stream-messages.js'

/** What calls need from the recorder. */
export interface Book {
  /** How long a body may be that is kept from now on: while there is no room for long ones, only their beginning is copied. */
  readonly bodyBytes: number
  /** undefined if this address is not recorded. */
  begin (start: Start): Exchange | undefined
  /** Whether this address is not recorded. */
  ignores (api: string): boolean
  now (): number
  /** What the messages of all streams share. */
  readonly logs: Logs
  /** The requests in progress, which are recorded if the process ends. */
  readonly open: Set<Call>
}

const NONE: HeaderOf = () => undefined

export class Call {
  private sent: Pieces | undefined
  private received: Pieces | undefined
  private responseHeader: LateText = ''
  private header: HeaderOf = NONE
  isOver = false
  private via: string | undefined
  private messages: BodyMessages | undefined
  /** Those of the request. null: there are none, or no more. */
  private sentMessages: BodyMessages | null | undefined
  private log: MessageLog | undefined
  private socket: SocketLog | undefined
  /** What the record says if the process ends before its WebSocket, if there is one, is met. */
  upgraded: string | undefined

  constructor (protected readonly exchange: Exchange, protected readonly book: Book, private requestHeader: HeaderOf = NONE) {
    book.open.add(this)
  }

  /** Sets the raw header with its start line, as it was sent. */
  requestHeaders (raw: string, header: HeaderOf): void {
    this.requestHeader = header
    quiet(() => this.exchange.requestHeader(raw))
  }

  sends (chunk: unknown, encoding?: unknown): void {
    if (this.isOver) return
    quiet(() => {
      this.sent ??= new Pieces(this.book.bodyBytes)
      this.sent.add(chunk, encoding)
      this.sentMessages ??= this.sentMessages === null ? null : sentMessages(this.requestHeader, this, this.book) ?? null
      if (chunk instanceof Uint8Array) this.sentMessages?.piece(chunk)
      else this.sentMessages = null
    })
  }

  /** Raw, with its start line. */
  responseHeaders (raw: LateText, header: HeaderOf): void {
    this.responseHeader = raw
    this.header = header
    quiet(() => {
      this.exchange.headers(raw)
      this.messages ??= streamMessages(header, this, this.book)
    })
  }

  /** The connection is a WebSocket from now on. undefined if the request is over. */
  becomesSocket (): SocketLog | undefined {
    if (this.isOver || this.socket) return undefined
    this.socket = new SocketLog(this.exchange, this.book.logs, { now: () => this.book.now(), utf8Bytes })
    return this.socket
  }

  get isSocket (): boolean {
    return this.socket !== undefined
  }

  get isAnswered (): boolean {
    return this.responseHeader !== ''
  }

  receives (chunk: unknown): void {
    if (!this.isOver) {
      quiet(() => {
        this.received ??= new Pieces(this.book.bodyBytes)
        this.received.add(chunk)
        if (this.messages && chunk instanceof Uint8Array) this.messages.piece(chunk)
      })
    }
  }

  /** Bytes at the end of a body that passed, but were not copied. */
  skips (which: 'request' | 'response', bytes: number): void {
    if (this.isOver) return
    const side = which === 'request' ? 'sent' : 'received'
    const pieces = this[side] ??= new Pieces(this.book.bodyBytes)
    pieces.bytes += bytes
    if (side === 'sent') this.sentMessages = null
    else quiet(() => this.messages?.end('the rest is not recorded: too much data at once'))
  }

  note (text: string): void {
    this.exchange.note(text)
  }

  /** A mock of the app answers it; nothing leaves the process. */
  isMocked (): void {
    this.via = 'mock'
  }

  /** The whole response was received. */
  end (note?: string): void {
    this.finish(() => {
      const endMs = this.book.now()
      this.messages?.end(note ?? '')
      const { exchange, responseHeader } = this
      const done = (response: BodyRecord | undefined) => {
        this.book.open.delete(this)
        exchange.end({ responseHeader, response, note, via: this.via, endMs })
      }
      decodedBodyOf(this.received, this.header, this.book.bodyBytes, done)
    })
  }

  /** There was no response, or not all of it. `reason`: a sentence, or the error. */
  fail (reason: unknown): void {
    if (this.isAnswered) return this.end(sentenceOf(reason))
    this.finish(() => {
      this.book.open.delete(this)
      this.exchange.end({ responseHeader: NO_RESPONSE, note: sentenceOf(reason), endMs: this.book.now() })
    })
  }

  /** The process ends: records the request as it is. The body is not decoded, because decoding is asynchronous. */
  leave (reason: string): void {
    this.finish(() => {})
    const { exchange, responseHeader, received, header } = this
    this.book.open.delete(this)
    quiet(() => {
      this.messages?.end(reason)
      const note = this.socket?.end('', reason) ?? this.upgraded ?? reason
      if (responseHeader === '') exchange.fail(note)
      else exchange.end({ responseHeader, response: bodyOf(received, header), note })
    })
  }

  messageLog (): MessageLog {
    this.log ??= new MessageLog(this.exchange, this.book.logs)
    return this.log
  }

  private finish (end: () => void): void {
    if (this.isOver) return
    this.isOver = true
    quiet(() => {
      const request = bodyOf(this.sent, this.requestHeader)
      if (request) this.exchange.requestBody(request)
      end()
    })
  }
}

export function sentenceOf (reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason)
  const { code, message, name } = reason as Error & { code?: unknown }
  const said = typeof code === 'string' && !message.includes(code) ? `${message} (${code})` : message || name
  return name === 'AbortError' ? canceled(said) : said
}
