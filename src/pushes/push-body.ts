// Reads the body of a push leniently before it is validated: a value that a client forgot to stringify becomes its
// JSON text, the text of a number becomes the number, and null and meaningless empty values are left out. Only the fields of a
// push are read: any number of other fields does no harm, and takes almost no time.
import decodeComponent from 'fast-decode-uri-component'
import { parse as parseForm } from 'fast-querystring'
import { ApiError } from '../errors.js'
import { readInitiator } from '../har/initiator.js'
import { readTimings } from '../har/timings.js'
import { isJson } from '../json/is-json.js'
import { isRecord } from '../json/is-record.js'
import { memberTexts } from '../json/member-texts.js'
import type { Initiator } from '../schema/initiator.js'
import { LABELS, PushSchema, TEXT_FIELDS, type Label, type TextField } from '../schema/push.js'
import type { Timings } from '../schema/timings.js'

/** The text fields are texts already; the schema validates the other fields. */
export type PushFields = {
  api?: unknown
  method?: unknown
  requestId?: string
  timeConsuming?: unknown
  age?: unknown
  rule?: unknown
  timings?: Timings
  initiator?: Initiator
} & { [field in TextField | Label]?: string }

/** A push of messages: see messages-body.ts, which reads the source text of the list. */
export interface MessagesFields { requestId?: string, messages: string }

/** Undefined if the body is not an object. */
export function readJsonPush (source: string): PushFields | MessagesFields | undefined {
  const given = readObject(source, NAMES)
  return given && readPush(given.fields, given.textOf)
}

/**
 * Undefined if the source is not an object. `names`: the members that are read; a short source is parsed whole. `textOf` returns
 * the source text of one of `names`.
 */
export function readObject (source: string, names: Set<string>): { fields: RawFields, textOf: TextOf } | undefined {
  const fields = source.length > PARSED_WHOLE_CHARS ? parseFields(source, names) : parseWhole(source)
  if (!fields) return undefined
  let texts: Map<string, string> | undefined
  return {
    fields,
    textOf: field => {
      texts ??= memberTexts(source, names)
      return texts.get(field)
    }
  }
}

/** The values of a form are texts, or lists of texts if a field is repeated. */
export function readFormPush (source: string): PushFields | MessagesFields {
  // curl -d sends JSON under the content type of a form, unless another one is given.
  if (/^\s*\{/.test(source)) throw new ApiError('bad_request', 'This form looks like JSON: send it with content-type: application/json')
  const form = parseForm(source.length > PARSED_WHOLE_CHARS ? knownPairs(source) : source)
  return readPush(form, field => JSON.stringify(form[field]))
}

// Shorter bodies are parsed whole, which is faster: the platform's parser beats our own. A longer body could take seconds to parse,
// and fifty times its size in memory.
const PARSED_WHOLE_CHARS = 16 * 1024
const NAMES = new Set([...Object.keys(PushSchema.properties), 'messages'])

type RawFields = Record<string, unknown>

function parseWhole (source: string): RawFields | undefined {
  try {
    const parsed: unknown = JSON.parse(source)
    return isRecord(parsed) ? parsed : undefined
  } catch {
    throw notJson(source)
  }
}

function parseFields (source: string, names: Set<string>): RawFields | undefined {
  if (!isJson(source)) throw notJson(source)
  if (!/^\s*\{/.test(source)) return undefined
  // `{}` stands for any object or list: nobody reads its members here, and `textOf` returns its source.
  const fields = [...memberTexts(source, names)].map(
    ([name, text]) => [name, /^[{[]/.test(text) ? {} : JSON.parse(text) as unknown] as const
  )
  return Object.fromEntries(fields)
}

export function notJson (source: string): ApiError {
  return new ApiError('bad_request', source.trim() === '' ? 'The body is empty' : 'The body is not valid JSON')
}

/** The pairs of a form that are fields of a push. */
function knownPairs (source: string): string {
  const known: string[] = []
  for (let start = 0; start < source.length;) {
    const end = indexOr(source, '&', start, source.length)
    const pair = source.slice(start, end)
    if (NAMES.has(nameOf(pair))) known.push(pair)
    start = end + 1
  }
  return known.join('&')
}

const MAX_NAME_LENGTH = Math.max(...[...NAMES].map(name => name.length)) * 3 // each character may be %-encoded

function nameOf (pair: string): string {
  const name = pair.slice(0, indexOr(pair, '=', 0, pair.length))
  return name.includes('%') && name.length <= MAX_NAME_LENGTH ? decodeComponent(name) ?? name : name
}

function indexOr (text: string, what: string, from: number, otherwise: number): number {
  const index = text.indexOf(what, from)
  return index < 0 ? otherwise : index
}

type TextOf = (field: string) => string | undefined

function readPush (given: RawFields, textOf: TextOf): PushFields | MessagesFields {
  // Only a push without api and method is one of messages. In a push of an entry, `messages` is ignored, as other unknown fields are.
  if (given.messages !== undefined && given.api === undefined && given.method === undefined) return readMessagesFields(given, textOf)
  const push: PushFields = {}
  if (given.api !== undefined) push.api = given.api
  if (given.method !== undefined) push.method = typeof given.method === 'string' ? given.method.toUpperCase() : given.method
  for (const field of ['requestId', ...LABELS] as const) {
    const text = readText(given, field, textOf)
    if (text) push[field] = text
  }
  for (const field of ['timeConsuming', 'age'] as const) {
    const number = readNumber(given[field])
    if (number !== undefined) push[field] = number
  }
  for (const field of TEXT_FIELDS) {
    const text = readText(given, field, textOf)
    if (text !== undefined) push[field] = text
  }
  const rule = readText(given, 'rule', textOf)
  if (rule) push.rule = parsed(rule)
  // Most pushes have neither: nothing is parsed then.
  const timings = given.timings ? readTimings(parsed(readText(given, 'timings', textOf) ?? '')) : undefined
  if (timings) push.timings = timings
  const initiator = given.initiator ? readInitiator(parsed(readText(given, 'initiator', textOf) ?? '')) : undefined
  if (initiator) push.initiator = initiator
  return push
}

// A text that is not JSON stays a text, and the schema refuses it.
function parsed (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function readMessagesFields (given: RawFields, textOf: TextOf): MessagesFields {
  const requestId = readText(given, 'requestId', textOf)
  return { messages: textOf('messages') ?? '', ...requestId !== undefined && { requestId } }
}

export function readText (given: RawFields, field: string, textOf: TextOf): string | undefined {
  const value = given[field]
  if (typeof value === 'string') return value
  return value === undefined || value === null ? undefined : textOf(field)
}

// Each text can match in only one way: with two ways, a long text would take minutes.
const DECIMAL = /^(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

function readNumber (value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (text === '') return undefined
  return DECIMAL.test(text) ? Number(text) : value
}
