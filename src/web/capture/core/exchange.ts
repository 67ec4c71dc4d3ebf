// One request from its start to its end. What comes after the end is ignored; a page that is left only marks it, for it may come back.
import type { Job } from './backlog.js'
import { sizeOf, type BodyRecord } from './body.js'
import type { LateText } from './late-text.js'
import type { PushDraft } from './push.js'
import type { ExchangeEnd } from './told.js'

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

/** The status line of a request that got no response. */
export const NO_RESPONSE = 'HTTP/1.1 0'

/** What an exchange needs of its recorder. */
export interface Ledger {
  nowMs (): number
  /** Puts off what works on about so many characters of text. */
  later (job: Job, chars: number): void
  /** A note in its place where nothing more can wait. */
  kept (body: BodyRecord): BodyRecord
  ended (exchange: OpenExchange): void
}

export class OpenExchange implements Exchange {
  private readonly isRecorded: boolean
  private isMarked = false
  private responseHeader: LateText = ''

  /** `isOpen`: whether it is recorded at all. */
  constructor (private readonly push: PushDraft, private readonly ledger: Ledger, private isOpen: boolean) {
    this.isRecorded = isOpen
  }

  requestHeader (raw: string): void {
    this.whileOpen(drafts => drafts.requestHeader(this.push, raw), raw.length)
  }

  requestBody (given: BodyRecord): void {
    if (!this.isRecorded) return
    const body = this.ledger.kept(given)
    this.ledger.later(drafts => drafts.requestBody(this.push, body), sizeOf(body))
  }

  headers (responseHeader: LateText): void {
    this.responseHeader = responseHeader
  }

  note (text: string): void {
    this.whileOpen(drafts => drafts.note(this.push, text))
  }

  end ({ responseHeader, response: given, note, endMs = this.ledger.nowMs() }: ExchangeEnd): void {
    const response = given && this.ledger.kept(given)
    const { isMarked } = this
    this.whileOpen(drafts => drafts.end(this.push, { responseHeader, response, note }, endMs, isMarked), sizeOf(response))
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
    const responseHeader = this.responseHeader || NO_RESPONSE
    this.whileOpen(drafts => drafts.mark(this.push, responseHeader, endMs))
    this.isMarked = true
  }

  private whileOpen (job: Job, chars = 0): void {
    if (this.isOpen) this.ledger.later(job, chars)
  }
}
