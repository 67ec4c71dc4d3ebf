// Converts between messages and their form in Redis: each is a record of a stream with the id `<n>-0`, and one field: the JSON of
// everything but n. So neither a push nor a reply has to parse what it passes on. Pure.
import type { Message } from '../schema/message.js'

export interface StoredMessage {
  n: number
  /** The JSON of an object with all fields but n. */
  rest: string
}

/** The messages of one push: in the order of their n, each n once. */
export interface MessagesPush {
  requestId: string
  messages: StoredMessage[]
}

export interface MessageLimits {
  /** Messages that an entry keeps. */
  maxMessages: number
  /** The bytes of all messages together that an entry keeps. */
  maxTotalMessageBytes: number
}

/**
 * The field `messages` of an entry: the n of its first and its last message, how many there are, and their bytes. `dropped` is computed:
 * how many made room for others, or never arrived.
 */
export interface MessageFigures { first: number, last: number, count: number, bytes: number, dropped: number }

const MAX_TOTAL_MESSAGE_BYTES = 1024 * 1024
/** A larger message is cut: a value of this size passes through a script quickly, and one message must not take the place of all. */
const MAX_MESSAGE_BYTES = 256 * 1024
/** In characters. */
const MAX_LABEL = 1000

/** `maxSessionBytes`: the messages of one entry must not be more than the session may have. */
export function messageLimits ({ maxMessages = 1000, maxSessionBytes }: { maxMessages?: number, maxSessionBytes: number }): MessageLimits {
  return { maxMessages, maxTotalMessageBytes: Math.min(MAX_TOTAL_MESSAGE_BYTES, maxSessionBytes) }
}

export function encodeMessage ({ n, event, lastEventId, ...others }: Message): StoredMessage {
  const message = {
    ...others,
    ...event !== undefined && { event: event.slice(0, MAX_LABEL) },
    ...lastEventId !== undefined && { lastEventId: lastEventId.slice(0, MAX_LABEL) }
  }
  let rest = JSON.stringify(message)
  for (let bytes = bytesOf(rest); bytes > MAX_MESSAGE_BYTES; bytes = bytesOf(rest)) {
    rest = JSON.stringify(shortened(message, Math.min(0.9, MAX_MESSAGE_BYTES / bytes)))
  }
  return { n, rest }
}

/** Sorts messages, and leaves out repeated ones and the oldest beyond the limits: these would make room for the others in any case. */
export function newestOf (messages: StoredMessage[], { maxMessages, maxTotalMessageBytes }: MessageLimits): StoredMessage[] {
  const sorted = messages.sort((a, b) => a.n - b.n).filter(({ n }, i, all) => n !== all[i - 1]?.n)
  let [first, bytes] = [sorted.length, 0]
  while (first > 0 && sorted.length - first < maxMessages) {
    bytes += bytesOf(sorted[first - 1]?.rest ?? '')
    if (bytes > maxTotalMessageBytes) break
    first--
  }
  return sorted.slice(first)
}

/** The JSON of a message from its record. */
export function messageText (id: string, rest: string): string {
  return `{"n":${nOf(id)},${rest.slice(1)}`
}

/** The n of a record's id. */
export function nOf (id: string): string {
  return id.slice(0, id.indexOf('-'))
}

/** Undefined if it is not valid, for example because somebody wrote it by hand. */
export function decodeFigures (text: string | null | false | undefined): MessageFigures | undefined {
  const numbers = FIGURES.exec(text || '')?.slice(1).map(Number)
  if (!numbers) return undefined
  const [first = 0, last = 0, count = 0, bytes = 0] = numbers
  // Messages that never arrived count as dropped, like those that were removed to make room.
  return { first, last, count, bytes, dropped: Math.max(last - count, 0) }
}

const FIGURES = /^(\d{1,16}) (\d{1,16}) (\d{1,16}) (\d{1,16})$/

function bytesOf (text: string): number {
  return Buffer.byteLength(text)
}

// Changes the message itself, so that the next round continues from there. Base64 is cut between groups, and a text not inside a character.
function shortened (message: Partial<Message>, part: number): Partial<Message> {
  const { text = '', base64 } = message
  if (base64 === undefined) message.text = text.slice(0, text.length * part).replace(/[\ud800-\udbff]$/, '')
  else message.base64 = base64.slice(0, Math.floor(base64.length * part / 4) * 4)
  message.cut = true
  return message
}
