// Makes the pushes of a request: masks secrets, cuts bodies to their limit, and applies the app's `edit`. The recorder runs this work in
// batches, in the order of the events.
import type { AppliedRule } from '../../../schema/rule.js'
import { pushedBody, type BodyRecord, type Converter } from './body.js'
import { CANCELED, canceled } from './canceled.js'
import { quiet, type PageContext, type Host } from './host.js'
import { lateText, type LateText } from './late-text.js'
import { maskerOf, type Masker } from './mask.js'
import { pushedMethod } from './method.js'
import { noteText, type RequestNote } from './notes.js'
import type { MaskOptions } from './options.js'
import { joined, type LargeField, type PushDraft } from './push.js'
import type { PushQueue } from './queue.js'
import type { ExchangeEnd, Start } from './exchange-data.js'

/** A push with a time greater than 0 is complete. */
const MIN_MS = 0.1
const MARK = 'page was left'

export class Drafts {
  /** True while the app's `edit` runs: its requests are not recorded, because they would be edited too, in an endless loop. */
  isEditing = false
  readonly mask: Masker
  private readonly edit: NonNullable<MaskOptions['edit']>

  constructor (
    mask: false | MaskOptions | undefined, readonly queue: PushQueue, private readonly bodyBytes: number,
    private readonly host: Pick<Host, 'utf8Bytes'> & Converter
  ) {
    this.mask = maskerOf(mask)
    this.edit = (mask || undefined)?.edit ?? (push => push)
  }

  begin (push: PushDraft, start: Start, { pageParams, storage }: PageContext): void {
    const { method, note } = pushedMethod(start.method)
    push.api = this.mask.url(start.api)
    push.method = method
    this.requestHeader(push, lateText(start.requestHeader))
    this.note(push, note)
    if (pageParams !== undefined) push.pageParams = this.mask.page(pageParams)
    if (storage !== undefined) this.place(push, 'storage', { text: storage })
    if (start.request) this.place(push, 'request', start.request)
    this.record(push)
    // A later push of the same request need not repeat them.
    delete push.pageParams
    delete push.storage
  }

  requestHeader (push: PushDraft, raw: string): void {
    push.requestHeader = this.mask.headers(raw)
  }

  requestBody (push: PushDraft, body: BodyRecord): void {
    this.place(push, 'request', body)
    // If the body is read only after the response has arrived, the completed push is recorded again.
    if (push.timeConsuming > 0) this.record(push)
  }

  /** Recorded at once, in the pending push: a request that waits because of a rule may never be complete. */
  rule (push: PushDraft, applied: AppliedRule): void {
    push.rule = applied
    this.record(push)
  }

  /** `response`: undefined if a rule left the body as it was. */
  original (push: PushDraft, responseHeader: LateText, response: BodyRecord | undefined): void {
    push.originalResponseHeader = this.mask.headers(lateText(responseHeader))
    if (response) this.place(push, 'originalResponse', response)
    if (push.timeConsuming > 0) this.record(push)
  }

  note (push: PushDraft, given: RequestNote | undefined): void {
    const note = noteText(given)
    if (!note) return
    // Masked, because browsers quote addresses in their errors. An AbortError is recognized here, not where it is caught: that code is in
    // the script that pages load first, which must stay small.
    const masked = this.mask.note(note)
    const said = masked.startsWith('AbortError') ? canceled(masked) : masked
    push.note = said.startsWith(CANCELED) ? joined(said, push.note) : joined(push.note, said)
  }

  /** `response`: what is kept of it. `isRecordedAsLeft`: `mark()` was called before, and its push may have been sent. */
  end (
    push: PushDraft, { responseHeader, note, via }: ExchangeEnd, response: BodyRecord | undefined, endMs: number, isRecordedAsLeft: boolean
  ): void {
    if (via) push.via = via
    if (response) this.place(push, 'response', response)
    this.note(push, note)
    if (isRecordedAsLeft) push.note = joined(MARK, 'page was restored', push.note)
    this.complete(push, responseHeader, endMs)
  }

  /** Records the request as complete for now, because the page is left. */
  mark (push: PushDraft, responseHeader: LateText, endMs: number): void {
    this.complete({ ...push, note: joined(push.note, MARK) }, responseHeader, endMs)
  }

  private complete (push: PushDraft, responseHeader: LateText, endMs: number): void {
    push.responseHeader = this.mask.headers(lateText(responseHeader))
    push.timeConsuming = Math.max(MIN_MS, Math.round((endMs - push.startMs) * 10) / 10)
    this.record(push)
  }

  /** Sets the body of a push: masked, and cut to its limit. */
  place (push: PushDraft, side: LargeField, body: BodyRecord): void {
    const known = 'raw' in body ? this.host.converted?.(body) : body
    if (!known) return
    const { text, note } = pushedBody(known, side, this.bodyBytes, this.host.utf8Bytes)
    if (text !== undefined) push[side] = this.mask.text(text)
    this.note(push, note)
  }

  // Queues a copy, so that later changes of `push` do not change what is recorded now.
  private record (push: PushDraft): void {
    const edited = this.edited(push)
    if (edited) this.queue.add(edited)
  }

  /** Passes a copy to the app's `edit`, and returns its result; undefined: it must not be sent. */
  edited (push: PushDraft): PushDraft | undefined {
    this.isEditing = true
    const edited = quiet(() => this.edit({ ...push }))
    this.isEditing = false
    return edited
  }
}
