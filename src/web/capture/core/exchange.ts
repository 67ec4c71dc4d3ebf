// One request from its start to its end. Calls after the end are ignored. If the page is left, the request is pushed as complete, because
// its real end may never be seen; the exchange stays open, because the user may come back: then the real end replaces the recorded one.
import type { Job } from './backlog.js'
import type { Drafts } from './drafts.js'
import { sizeOf, type BodyRecord } from './body.js'
import type { LateText } from './late-text.js'
import type { RequestNote } from './notes.js'
import type { PushDraft } from './push.js'
import type { ExchangeEnd } from './exchange-data.js'

/** The methods that the wrapped functions of each platform call. None of them ever throws. */
export interface Exchange {
  /** False after the end, and if the request is not recorded at all. */
  readonly isOpen: boolean
  /** Sets the header as it was sent, if it is known only after the start. */
  requestHeader (raw: string): void
  /** Sets the body, if it is known only after the start. */
  requestBody (body: BodyRecord): void
  /** `responseHeader` begins with the start line, `HTTP/1.1 200 OK`. */
  end (result: ExchangeEnd): void
  /** There was no response, or not all of it. */
  fail (reason: RequestNote): void
  note (note: RequestNote): void
  /** The response header, before the response has ended: it is recorded if the page is left, or the request fails, before the end. */
  headers (responseHeader: LateText): void
  /** Defers a job of another part of the recorder, also after the end. `chars`: about how many characters of text it works on. */
  later (job: (drafts: Drafts, push: PushDraft) => void, chars: number): void
}

/** The status line of a request that got no response. */
export const NO_RESPONSE = 'HTTP/1.1 0'

/** What an exchange needs from its recorder. */
export interface ExchangeOwner {
  nowMs (): number
  /** Defers a job that works on about `chars` characters of text. */
  later (job: Job, chars: number): void
  /** Returns the body, or a note in its place if there is no room for more. */
  kept (body: BodyRecord): BodyRecord
  ended (exchange: OpenExchange): void
}

export class OpenExchange implements Exchange {
  private readonly isRecorded: boolean
  private isRecordedAsLeft = false
  private responseHeader: LateText = ''

  constructor (private readonly push: PushDraft, private readonly owner: ExchangeOwner, public isOpen: boolean) {
    this.isRecorded = isOpen
  }

  requestHeader (raw: string): void {
    this.whileOpen(drafts => drafts.requestHeader(this.push, raw), raw.length)
  }

  requestBody (given: BodyRecord): void {
    const body = this.owner.kept(given)
    this.later((drafts, push) => drafts.requestBody(push, body), sizeOf(body))
  }

  later (job: (drafts: Drafts, push: PushDraft) => void, chars: number): void {
    if (this.isRecorded) this.owner.later(drafts => job(drafts, this.push), chars)
  }

  headers (responseHeader: LateText): void {
    this.responseHeader = responseHeader
  }

  note (note: RequestNote): void {
    this.whileOpen(drafts => drafts.note(this.push, note))
  }

  end (result: ExchangeEnd): void {
    const { response: given, endMs = this.owner.nowMs() } = result
    const response = given && this.owner.kept(given)
    const { isRecordedAsLeft } = this
    this.whileOpen(drafts => drafts.end(this.push, result, response, endMs, isRecordedAsLeft), sizeOf(response))
    this.isOpen = false
    this.owner.ended(this)
  }

  fail (reason: RequestNote): void {
    // Browsers abort the requests of a page that is left, after they were recorded.
    if (!this.isRecordedAsLeft) this.end({ responseHeader: this.responseHeader || NO_RESPONSE, note: reason })
  }

  /** The page is left: records the request as complete for now, because its real end may never be seen. */
  recordAsLeft (): void {
    if (this.isRecordedAsLeft || !this.isOpen) return
    const endMs = this.owner.nowMs()
    const responseHeader = this.responseHeader || NO_RESPONSE
    this.whileOpen(drafts => drafts.mark(this.push, responseHeader, endMs))
    this.isRecordedAsLeft = true
  }

  private whileOpen (job: Job, chars = 0): void {
    if (this.isOpen) this.owner.later(job, chars)
  }
}
