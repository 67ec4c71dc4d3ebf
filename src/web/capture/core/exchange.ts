// One request from its start to its end. What comes after the end is ignored; a page that is left only marks it, for it may come back.
import { sizeOf, type BodyRecord } from './body.js'
import { textOf, type LateText } from './late-text.js'
import { joined, type LargeField, type PushDraft } from './push.js'

/** What the wraps of each platform call. None of it ever throws. */
export interface Exchange {
  /** Where the header, as it was sent, is known later than the start. */
  requestHeader (raw: string): void
  /** Where the body is known later than the start. */
  requestBody (body: BodyRecord): void
  /** `responseHeader` begins with the start line, `HTTP/1.1 200 OK`. */
  end (result: ExchangeEnd): void
  /** There was no response. */
  fail (reason: string): void
  note (text: string): void
  /** What is known of the response before it has ended: should the page be left meanwhile, it is recorded. */
  headers (responseHeader: LateText): void
}

export interface ExchangeEnd {
  responseHeader: LateText
  response?: BodyRecord | undefined
  note?: string | undefined
  /** By the clock of the host, where it has ended before this is known of it. */
  endMs?: number | undefined
}

/** The status line of a request that got no response. */
export const NO_RESPONSE = 'HTTP/1.1 0'
/** Complete is what has taken longer than nothing. */
const SHORTEST_MS = 0.1
const MARK = 'page left'

/** What an exchange needs of its recorder. */
export interface Ledger {
  nowMs (): number
  /** Puts off what works on about so many characters of text. Jobs run in the order in which they came; all that is below, but `ended`, is called by them. */
  later (job: () => void, chars: number): void
  /** Puts the body into the push, without what is secret, as far as there is room for it. */
  place (push: PushDraft, side: LargeField, body: BodyRecord): void
  noted (push: PushDraft, note: string | undefined): void
  /** What is recorded of it later does not change what is recorded now. */
  record (push: PushDraft): void
  /** Headers, without what is secret. */
  masked (raw: string): string
  ended (exchange: OpenExchange): void
}

export class OpenExchange implements Exchange {
  private isMarked = false
  private responseHeader: LateText = ''

  /** `isOpen`: whether it is recorded at all. */
  constructor (private readonly push: PushDraft, private readonly ledger: Ledger, private isOpen: boolean) {}

  requestHeader (raw: string): void {
    this.whileOpen(() => { this.push.requestHeader = this.ledger.masked(raw) }, raw.length)
  }

  requestBody (body: BodyRecord): void {
    this.ledger.later(() => {
      this.ledger.place(this.push, 'request', body)
      // It may take longer to read than the answer to come.
      if (this.push.timeConsuming > 0) this.ledger.record(this.push)
    }, sizeOf(body))
  }

  headers (responseHeader: LateText): void {
    this.responseHeader = responseHeader
  }

  note (text: string): void {
    this.whileOpen(() => this.ledger.noted(this.push, text))
  }

  end ({ responseHeader, response, note, endMs = this.ledger.nowMs() }: ExchangeEnd): void {
    this.whileOpen(() => {
      if (response) this.ledger.place(this.push, 'response', response)
      this.ledger.noted(this.push, note)
      // A note that was told cannot be taken back.
      if (this.isMarked) this.push.note = joined(MARK, 'it came back', this.push.note)
      this.complete(this.push, responseHeader, endMs)
    }, sizeOf(response))
    this.isOpen = false
    this.ledger.ended(this)
  }

  fail (reason: string): void {
    // Browsers break off what is under way in a page that is left.
    if (!this.isMarked) this.end({ responseHeader: this.responseHeader || NO_RESPONSE, note: reason })
  }

  /** The page is left: complete for now, as nobody may be there to tell its end. */
  mark (): void {
    if (this.isMarked || !this.isOpen) return
    const endMs = this.ledger.nowMs()
    this.ledger.later(() => this.complete({ ...this.push, note: joined(this.push.note, MARK) }, this.responseHeader || NO_RESPONSE, endMs), 0)
    this.isMarked = true
  }

  private complete (push: PushDraft, responseHeader: LateText, endMs: number): void {
    push.responseHeader = this.ledger.masked(textOf(responseHeader))
    push.timeConsuming = Math.max(SHORTEST_MS, Math.round((endMs - push.startMs) * 10) / 10)
    this.ledger.record(push)
  }

  private whileOpen (job: () => void, chars = 0): void {
    if (this.isOpen) this.ledger.later(job, chars)
  }
}
