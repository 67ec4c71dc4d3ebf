// What is pushed of a request: without secrets, its bodies as far as there is room for them, and as the app edits it. Worked on in batches,
// in the order in which it happened.
import { pushedBody, type BodyRecord } from './body.js'
import { CANCELED, canceled } from './canceled.js'
import { quiet, type Context } from './host.js'
import { lateText, type LateText } from './late-text.js'
import { maskerOf, type Masker } from './mask.js'
import { pushedMethod } from './method.js'
import type { MaskOptions } from './options.js'
import { joined, type LargeField, type PushDraft } from './push.js'
import type { PushQueue } from './queue.js'
import type { ExchangeEnd, Start } from './told.js'

/** Complete is what has taken longer than nothing. */
const SHORTEST_MS = 0.1
const MARK = 'page left'

export class Drafts {
  /** What an app asks for while it edits would be edited, and asked for, without an end. */
  isEditing = false
  private readonly mask: Masker
  private readonly edit: NonNullable<MaskOptions['edit']>

  constructor (
    mask: false | MaskOptions | undefined, private readonly queue: PushQueue, private readonly bodyBytes: number,
    private readonly utf8Bytes: (text: string) => number
  ) {
    this.mask = maskerOf(mask)
    this.edit = (mask || undefined)?.edit ?? (push => push)
  }

  begin (push: PushDraft, start: Start, { pageParams, storage }: Context): void {
    const { method, note } = pushedMethod(start.method)
    push.api = this.mask.url(start.api)
    push.method = method
    this.requestHeader(push, lateText(start.requestHeader))
    this.note(push, note)
    if (pageParams !== undefined) push.pageParams = this.mask.page(pageParams)
    if (storage !== undefined) this.place(push, 'storage', { text: storage })
    if (start.request) this.place(push, 'request', start.request)
    this.record(push)
    // The push that completes it need not bring them again.
    delete push.pageParams
    delete push.storage
  }

  requestHeader (push: PushDraft, raw: string): void {
    push.requestHeader = this.mask.headers(raw)
  }

  requestBody (push: PushDraft, body: BodyRecord): void {
    this.place(push, 'request', body)
    // It may take longer to read than the answer to come.
    if (push.timeConsuming > 0) this.record(push)
  }

  note (push: PushDraft, note: string | undefined): void {
    if (!note) return
    // Here, and not where it is caught: that is in the script for which pages wait.
    const said = note.startsWith('AbortError') ? canceled(note) : note
    push.note = said.startsWith(CANCELED) ? joined(said, push.note) : joined(push.note, said)
  }

  /** `isMarked`: it was told already that the page was left, which cannot be taken back. */
  end (push: PushDraft, { responseHeader, response, note }: ExchangeEnd, endMs: number, isMarked: boolean): void {
    if (response) this.place(push, 'response', response)
    this.note(push, note)
    if (isMarked) push.note = joined(MARK, 'it came back', push.note)
    this.complete(push, responseHeader, endMs)
  }

  /** Complete for now. */
  mark (push: PushDraft, responseHeader: LateText, endMs: number): void {
    this.complete({ ...push, note: joined(push.note, MARK) }, responseHeader, endMs)
  }

  private complete (push: PushDraft, responseHeader: LateText, endMs: number): void {
    push.responseHeader = this.mask.headers(lateText(responseHeader))
    push.timeConsuming = Math.max(SHORTEST_MS, Math.round((endMs - push.startMs) * 10) / 10)
    this.record(push)
  }

  private place (push: PushDraft, side: LargeField, body: BodyRecord): void {
    const { text, note } = pushedBody(body, side, this.bodyBytes, this.utf8Bytes)
    if (text !== undefined) push[side] = this.mask.text(text)
    this.note(push, note)
  }

  // Later findings do not change what is recorded now.
  private record (push: PushDraft): void {
    this.isEditing = true
    const edited = quiet(() => this.edit({ ...push }))
    this.isEditing = false
    if (edited) this.queue.add(edited)
  }
}
