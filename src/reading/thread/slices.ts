// The work of a reader thread: one method for each kind of task. It reads from Redis over its own connection, and returns bytes.
import { ApiError } from '../../errors.js'
import { matcher } from '../../filter/matcher.js'
import { messageTerms } from '../../filter/message-terms.js'
import { parse } from '../../filter/parse.js'
import { joinedSpan, timeSpanOf, type TimeSpan } from '../../exchange/time-span.js'
import type { FullEntry } from '../../schema/entry.js'
import type { Message } from '../../schema/message.js'
import type { EntryPages } from '../../store/entry-pages.js'
import type { MessagePages } from '../../store/message-pages.js'
import { REPEATABLE_FIELDS } from '../../summary/repeatable.js'
import type { Filter, Format, SliceOutcome, Result, Task } from '../tasks.js'
import { fingerprintsOf, flagRepeats, flagsIn } from './flags.js'
import { writerOf } from './formats.js'
import { figuresText, tabulate } from './tabulate.js'
import { walk, type Slice, type Walked } from './walk.js'

type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>
type Matches = (entry: FullEntry) => boolean

/** Initial sizes of buffers, if the size of the result cannot be estimated. */
const [FIGURES_BYTES, FOUND_BYTES] = [128 * 1024, 16 * 1024]

export class SliceReader {
  constructor (private readonly pages: EntryPages, private readonly messages: MessagePages) {}

  async work (task: Exclude<Task, { kind: 'connect' }>): Promise<SliceOutcome> {
    switch (task.kind) {
      case 'write': return await this.write(task)
      case 'find': return await this.find(task)
      case 'fingerprint': return await this.fingerprint(task)
      case 'flag': return done(new Uint8Array(flagRepeats(task.fingerprints)))
      case 'figures': return await this.figures(task)
      case 'tabulate': return done(bytesOf(JSON.stringify(tabulate(task.figures, task.last))))
      case 'entry': return await this.entry(task)
      case 'messages': return await this.listMessages(task)
    }
  }

  private async write (task: TaskOf<'write'>): Promise<SliceOutcome> {
    const matches = matcherOf(task.filter)
    const writer = writerOf(task.format)
    const text = textBytesOf(task)
    let [count, left] = [task.count, task.most]
    let span: TimeSpan | undefined
    const walked = await this.walk({ ...task, ...fieldsOf(task), ...this.messagesFor(task.session, task.filter, task.format) }, entry => {
      if (left > 0 && matches(entry)) {
        text.add(count === 0 ? writer.open(entry) : writer.between)
        text.add(writer.entry(entry))
        span = joinedSpan(span, timeSpanOf(entry))
        count++
        left--
      }
      return left === 0
    })
    return resultOf(walked, ({ next }) => {
      if (!next) text.add(count === 0 ? writer.empty : writer.close)
      return { bytes: text.take(), count: count - task.count, span }
    })
  }

  private async find ({ filter, left, ...slice }: TaskOf<'find'>): Promise<SliceOutcome> {
    const matches = matcherOf(filter)
    let found = ''
    const walked = await this.walk({ ...slice, order: 'back', ...this.messagesFor(slice.session, filter) }, entry => {
      if (!matches(entry)) return false
      left--
      if (left === 0) found = entry.id
      return left === 0
    })
    return resultOf(walked, () => ({ bytes: bytesOf(found), count: 0, left }))
  }

  private async fingerprint (slice: TaskOf<'fingerprint'>): Promise<SliceOutcome> {
    const numbers: number[] = []
    const walked = await this.walk({ ...slice, fields: REPEATABLE_FIELDS }, entry => {
      numbers.push(...fingerprintsOf(entry))
      return false
    })
    return resultOf(walked, () => ({ bytes: new Uint8Array(Float64Array.from(numbers).buffer), count: 0 }))
  }

  private async figures ({ filter, ...slice }: TaskOf<'figures'>): Promise<SliceOutcome> {
    const matches = matcherOf(filter)
    const text = new TextBytes(FIGURES_BYTES)
    const walked = await this.walk({ ...slice, ...this.messagesFor(slice.session, filter) }, entry => {
      text.add(`${figuresText(entry, matches(entry))}\n`)
      return false
    })
    return resultOf(walked, () => ({ bytes: text.take(), count: 0 }))
  }

  private async entry ({ session, id, bytes }: TaskOf<'entry'>): Promise<SliceOutcome> {
    const ref = await this.pages.find(session, id)
    if (!ref) return done(bytesOf(''))
    if (ref.bytes > bytes) return { tooLarge: ref.bytes }
    const [entry] = await this.pages.read(session, [ref])
    return done(entry?.id === id ? bytesOf(JSON.stringify(entry)) : bytesOf(''))
  }

  private async listMessages ({ session, id, start, last, format, count, bytes }: TaskOf<'messages'>): Promise<SliceOutcome> {
    const ref = await this.pages.find(session, id)
    const [entry] = ref ? await this.pages.read(session, [ref], ['id', 'requestId', 'messages']) : []
    // If it is deleted while the client reads, the list ends here.
    if (entry?.id !== id && count === 0) throw new ApiError('not_found')
    const { open, between, close, empty } = AROUND[format]
    const text = new TextBytes(bytes * 1.25)
    // Kept messages that are not among the newest `last` are read and skipped: their n may have gaps, so they have to be counted.
    let [written, toSkip] = [0, last === undefined ? 0 : (entry?.messages?.count ?? 0) - last]
    const after = 'after' in start ? start.after : '0'
    const read = entry?.messages ? this.messages.after(session, entry.requestId, toSkip > 0 ? '0' : after) : []
    for await (const message of read) {
      if (toSkip-- > 0 || Number(message.n) <= Number(after)) continue
      text.add((count + written++ === 0 ? open : between) + message.text)
      if (text.size >= bytes) return { result: { bytes: text.take(), count: written, rev: '', next: { after: message.n } } }
    }
    text.add(count + written === 0 ? empty : close)
    return { result: { bytes: text.take(), count: written, rev: '', next: undefined } }
  }

  /** Files hold the messages, lists do not; but a filter may search them. */
  private messagesFor (session: string, filter: Filter | undefined, format?: Format): Pick<Slice, 'messagesOf'> {
    const isFile = format?.name === 'har' || format?.name === 'saved'
    if (!isFile && (!filter || messageTerms(parse(filter.text)).length === 0)) return {}
    return {
      messagesOf: async ({ requestId }) => {
        const messages: Message[] = []
        for await (const { text } of this.messages.after(session, requestId, '0')) messages.push(JSON.parse(text) as Message)
        return messages
      }
    }
  }

  private walk (slice: Slice, visit: (entry: FullEntry) => boolean): Promise<Walked> {
    return walk(this.pages, slice, visit)
  }
}

/** The texts around and between messages. */
const AROUND = { json: { open: '[', between: ',', close: ']', empty: '[]' }, ndjson: { open: '', between: '\n', close: '\n', empty: '' } }

/** A plain list needs only the requested fields. */
function fieldsOf ({ format, filter }: TaskOf<'write'>): Pick<Slice, 'fields'> {
  const isPlain = !filter && (format.name === 'json' || format.name === 'ndjson')
  return isPlain && format.fields ? { fields: format.fields } : {}
}

function matcherOf (filter: Filter | undefined): Matches {
  if (!filter) return () => true
  const flagsOf = flagsIn(filter.flags)
  return matcher(parse(filter.text), {
    nowMs: filter.nowMs,
    isDuplicate: entry => flagsOf(entry).isDuplicate,
    isNPlusOne: entry => flagsOf(entry).isNPlusOne
  })
}

function resultOf (walked: Walked, made: (walked: { next: Slice['start'] | undefined }) => Omit<Result, 'rev' | 'next'>): SliceOutcome {
  return 'tooLarge' in walked ? walked : { result: { ...made(walked), ...walked } }
}

function done (bytes: Uint8Array): SliceOutcome {
  return { result: { bytes, count: 0, rev: '', next: undefined } }
}

// JSON is longer than the values alone: it has names, quotes, escapes.
function textBytesOf ({ bytes, filter }: TaskOf<'write'>): TextBytes {
  return new TextBytes(filter ? FOUND_BYTES : bytes * 1.25)
}

function bytesOf (text: string): Uint8Array {
  const bytes = new TextBytes(text.length)
  bytes.add(text)
  return bytes.take()
}

// Encodes text to bytes piece by piece: to join many pieces first, and to encode the whole text, takes a quarter longer.
class TextBytes {
  private bytes: Buffer
  private length = 0

  /** `expected`: about how many bytes the result will have. */
  constructor (expected: number) {
    this.bytes = memory(Math.max(Math.ceil(expected), 64))
  }

  get size (): number {
    return this.length
  }

  add (text: string): void {
    // A UTF-16 code unit takes at most three bytes. If that might not fit, the bytes are counted.
    if (this.length + 3 * text.length > this.bytes.length) this.makeRoom(Buffer.byteLength(text))
    this.length += this.bytes.write(text, this.length)
  }

  /** The bytes in memory of their own, which can be transferred to another thread. */
  take (): Uint8Array {
    const taken = this.bytes.subarray(0, this.length)
    return this.length > 0.75 * this.bytes.length ? taken : memory(this.length, taken)
  }

  private makeRoom (bytes: number): void {
    const needed = this.length + bytes
    if (needed > this.bytes.length) this.bytes = memory(Math.max(needed, 2 * this.bytes.length), this.bytes.subarray(0, this.length))
  }
}

// Node's small buffers share one block of memory, which must not be transferred.
function memory (length: number, content?: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  if (content) bytes.set(content)
  return bytes
}
