// Reads the messages of a push: validates each, replaces its secrets as in bodies, and encodes it as the store writes it.
// That is done here because large bodies are read in a thread: the event loop only passes the encoded messages on.
import { refusalOf, ApiError } from '../errors.js'
import { itemTexts } from '../json/item-texts.js'
import type { Redactor } from '../redact/redactor.js'
import { MessageSchema, type Message } from '../schema/message.js'
import { Compile } from '../schema/typebox.js'
import { encodeMessage, newestOf, type MessageLimits } from '../store/message-codec.js'
import type { ReadPush } from './batch-body.js'
import { readObject, readText, type MessagesFields } from './push-body.js'

/** `limits`: what an entry keeps; the rest of the push is not passed on. */
export function readMessages ({ requestId, messages }: MessagesFields, limits: MessageLimits, redact: Redactor | undefined): ReadPush {
  try {
    if (!requestId) throw refused('requestId is required: messages belong to the entry that was pushed with it')
    if (requestId.length > MAX_ID) throw refused(`requestId must be at most ${MAX_ID} characters long`)
    const items = itemTexts(messages)
    if (!items) throw refused('messages must be a JSON array of messages')
    const read = items.map((text, i) => encodeMessage(withoutSecrets(readMessage(text, `messages[${i}]`), redact)))
    return { messages: { requestId, messages: newestOf(read, limits) } }
  } catch (error) {
    if (error instanceof ApiError) return { refusal: refusalOf(error) }
    throw error
  }
}

const MAX_ID = 256
const NAMES = new Set(Object.keys(MessageSchema.properties))
const validator = Compile(MessageSchema)
const REQUIREMENTS: { [field in keyof Message]?: string } = {
  n: 'must be a whole number from 1 to 9007199254740991',
  at: 'must be a number of milliseconds, 0 or more',
  dir: 'must be "in" or "out"',
  kind: 'must be text, binary, event, open, close or error',
  size: 'must be a whole number of bytes, 0 or more',
  base64: 'must be valid base64; text and base64 cannot both be given',
  cut: 'must be true or false'
}

// Lenient like the fields of a push: what can be computed may be missing, and a text may be any JSON value.
function readMessage (source: string, place: string): Message {
  const given = readObject(source, NAMES)
  if (!given) throw refused(`${place} must be an object`)
  const { n, at, dir, kind, size, cut } = given.fields
  const message: Record<string, unknown> = { n, at, dir: dir ?? 'in', kind, size }
  for (const name of ['text', 'base64', 'event', 'lastEventId']) {
    const text = readText(given.fields, name, given.textOf)
    if (text !== undefined) message[name] = text
  }
  message.size ??= sizeOf(message)
  if (cut) message.cut = cut
  const wrong = validator.Check(message) ? undefined : wrongField(message)
  if (wrong !== undefined) throw refused(`${place}.${wrong} ${REQUIREMENTS[wrong] ?? 'is not valid'}`)
  if (message.base64 !== undefined && !isBase64(message)) throw refused(`${place}.base64 ${REQUIREMENTS.base64}`)
  return message as Message
}

function wrongField (message: unknown): keyof Message {
  const [error] = validator.Errors(message)
  const missing = error?.keyword === 'required' ? error.params.requiredProperties[0] : undefined
  return (missing ?? error?.instancePath.slice(1)) as keyof Message
}

function isBase64 ({ text, base64 }: { text?: unknown, base64?: unknown }): boolean {
  return text === undefined && typeof base64 === 'string' && base64.length % 4 === 0 && BASE64.test(base64)
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

function sizeOf ({ text, base64 }: { text?: unknown, base64?: unknown }): number {
  if (typeof base64 === 'string') return Buffer.byteLength(base64, 'base64')
  return typeof text === 'string' ? Buffer.byteLength(text) : 0
}

function withoutSecrets (message: Message, redact: Redactor | undefined): Message {
  return redact && message.text ? { ...message, text: redact.text(message.text) } : message
}

function refused (sentence: string): ApiError {
  return new ApiError('bad_request', sentence)
}
