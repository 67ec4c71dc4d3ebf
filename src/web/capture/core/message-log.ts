// The messages of one stream. They are numbered as they arrive, and masked and packed later, with the rest of a batch. The number of
// waiting messages is bounded: the oldest are dropped, and viewers see from the gaps in the numbers how many.
import { MAX_CHARS } from './backlog.js'
import { sizeOf } from './body.js'
import type { Drafts } from './drafts.js'
import type { Exchange } from './exchange.js'
import type { ObservedMessage } from './message.js'
import type { Draft, MessagesDraft, PushDraft } from './push.js'

/** Shared by all logs of a recorder. */
export interface Logs {
  /** About how many bytes of messages wait in all logs. */
  bytes: number
  /** How many pushes the service refused as invalid since it stored one. After several, it gets no more messages. */
  refusals: number
}

interface NumberedMessage extends ObservedMessage { n: number }

const MAX_WAITING = 5000
const MAX_BYTES = 1024 * 1024
const MAX_BYTES_OF_ALL = 4 * 1024 * 1024
/** As soon as so much waits, it is packed (masked and turned into JSON): packing more in one go would hold up the app noticeably. */
const MAX_PACK_MESSAGES = 500
const MAX_PACK_BYTES = 64 * 1024
/** At most so many packs in this time. If messages come faster, the newest wait, and the oldest of those that wait are dropped. */
const MAX_PACKS = 10
const WINDOW_MS = 100
/** Makes the backlog run all its jobs at once. */
const NOW_CHARS = MAX_CHARS + 1
/** When a page is left, drafts that do not fit are dropped, so each is small. */
const DRAFT_CHARS = 16 * 1024
const MAX_TRIES = 3
/** One push may be refused for its content; a service that does not know messages refuses all. */
const MAX_REFUSALS = 5
/** The memory that every message takes, besides its content. */
const BASE_BYTES = 100
/** The limit for the name and for the id of an event. */
const MAX_NAME_CHARS = 256
const BYTES = 'data:application/octet-stream;base64,'

export class MessageLog {
  private last = 0
  private waiting: NumberedMessage[] = []
  private bytes = 0
  private drafted = 0
  private isDue = false
  private windowMs = -Infinity
  private jobs = 0
  /** Undefined if the request is not recorded: then nothing is kept, because no job would ever take it away. */
  private drafts: Drafts | undefined

  /** The recorder must have its delivery already: the job below, which gets the drafts, then runs at once. */
  constructor (private readonly exchange: Exchange, private readonly logs: Logs) {
    exchange.later(drafts => { this.drafts = drafts }, NOW_CHARS)
  }

  add (heard: ObservedMessage): void {
    const { logs } = this
    if (this.isOff || !this.drafts) return
    const message = Object.assign(heard, { n: ++this.last })
    this.waiting.push(message)
    this.weigh(message, 1)
    while (this.waiting.length > MAX_WAITING || this.bytes > MAX_BYTES || (logs.bytes > MAX_BYTES_OF_ALL && this.waiting.length > 1)) {
      this.take()
    }
    this.pass(heard.atMs)
  }

  /** How many messages before this one were not kept. */
  skip (count: number): void {
    this.last += count
  }

  /** The body of a message has been read, or cannot be read. */
  read (heard: ObservedMessage, body: ObservedMessage['body']): void {
    const isWaiting = this.waiting.includes(heard as NumberedMessage)
    heard.isReading = false
    heard.body = body
    heard.cut ||= !body
    if (!isWaiting) return
    this.bytes += sizeOf(body)
    this.logs.bytes += sizeOf(body)
    this.pass(heard.atMs)
  }

  private get isOff (): boolean { return this.logs.refusals >= MAX_REFUSALS }

  private pass (nowMs: number): void {
    if (nowMs - this.windowMs >= WINDOW_MS) {
      this.windowMs = nowMs
      this.jobs = 0
    }
    const isMuch = this.jobs < MAX_PACKS && !this.waiting[0]?.isReading &&
      (this.waiting.length >= MAX_PACK_MESSAGES || this.bytes >= MAX_PACK_BYTES)
    if (this.isDue && !isMuch) return
    if (isMuch) this.jobs++
    this.isDue = true
    this.exchange.later((drafts, push) => {
      this.isDue = false
      this.pack(drafts, push)
    }, isMuch ? NOW_CHARS : 0)
  }

  private pack (drafts: Drafts, push: PushDraft): void {
    let texts: string[] = []
    let chars = 0
    for (;;) {
      const [next] = this.waiting
      if (texts.length > 0 && (!next || next.isReading || chars > DRAFT_CHARS)) {
        drafts.queue.add(this.draftOf(push, texts.join(','), drafts))
        texts = []
        chars = 0
      }
      if (!next || next.isReading) return
      const text = textOf(this.take(), push, drafts)
      if (text === undefined || this.isOff) continue
      chars += text.length
      texts.push(text)
    }
  }

  private draftOf (push: PushDraft, messages: string, drafts: Drafts): MessagesDraft {
    const { requestId } = push
    let tries = 0
    const draft: MessagesDraft = {
      requestId,
      key: `${requestId} ${this.drafted++}`,
      timeConsuming: 0,
      messages,
      stored: () => { this.logs.refusals = 0 },
      // The entry may have been removed in the service: then it is pushed again.
      refused: (code): Draft[] => {
        if (code === 'bad_request') this.logs.refusals++
        const entry = code === 'not_found' && tries++ < MAX_TRIES && drafts.edited(push)
        return entry ? [entry, draft] : []
      }
    }
    return draft
  }

  private take (): NumberedMessage {
    const message = this.waiting.shift() as NumberedMessage
    this.weigh(message, -1)
    return message
  }

  private weigh ({ body }: NumberedMessage, sign: 1 | -1): void {
    const bytes = sign * (BASE_BYTES + sizeOf(body))
    this.bytes += bytes
    this.logs.bytes += bytes
  }
}

// The app's `edit` gets a message as it gets a body: in a push of the entry whose only body is this message.
function textOf (message: NumberedMessage, push: PushDraft, drafts: Drafts): string | undefined {
  const { n, dir, kind, atMs, size, body, event, lastEventId, cut } = message
  const side = dir === 'in' ? 'response' : 'request'
  const { request, response, note, ...rest } = push
  const copy: PushDraft = rest
  if (body) drafts.place(copy, side, body)
  const edited = drafts.edited(copy)
  if (!edited) return undefined
  const content = edited[side]
  // A text may look the same. The app's `edit` may have made it other than base64.
  const isBytes = kind === 'binary' && content?.startsWith(BYTES) && (content.length - BYTES.length) % 4 === 0
  return JSON.stringify({
    n,
    at: Math.max(0, Math.round((atMs - push.startMs) * 10) / 10),
    dir,
    kind,
    size,
    ...(isBytes ? { base64: content?.slice(BYTES.length) } : { text: content }),
    event: event?.slice(0, MAX_NAME_CHARS),
    lastEventId: lastEventId?.slice(0, MAX_NAME_CHARS),
    ...((cut || copy.note) && { cut: true })
  })
}
