// The leniencies of a push's body (contract §2), applied before it is validated: what a client forgot to stringify becomes
// its JSON text, the text of a number becomes the number, and what is null or empty where that says nothing is left out.
// Only the fields of a push are read: however many others there are, they do no harm and take next to no time.
import decodeComponent from 'fast-decode-uri-component'
import { parse as parseForm } from 'fast-querystring'
import { ApiError } from '../errors.js'
import { isJson } from '../json/is-json.js'
import { memberTexts } from '../json/member-texts.js'
import { LABELS, PushSchema, TEXT_FIELDS, type Label, type TextField } from '../schema/push.js'

/** Texts are texts; what the rest is, the schema has to judge. */
export type PushFields = { api?: unknown, method?: unknown, requestId?: string, timeConsuming?: unknown, age?: unknown } &
  { [field in TextField | Label]?: string }

/** Undefined where the body is no object. */
export function readJsonPush (source: string): PushFields | undefined {
  const given = source.length > PARSED_WHOLE ? parseFields(source) : parseWhole(source)
  if (!given) return undefined
  let texts: Map<string, string> | undefined
  return readPush(given, field => {
    texts ??= memberTexts(source, NAMES)
    return texts.get(field)
  })
}

/** A form's values are texts, or lists of texts where a field is repeated. */
export function readFormPush (source: string): PushFields {
  // What curl -d sends of JSON where nobody says what it is.
  if (/^\s*\{/.test(source)) throw new ApiError('bad_request', 'This form looks like JSON: send it with content-type: application/json')
  const form = parseForm(source.length > PARSED_WHOLE ? knownPairs(source) : source)
  return readPush(form, field => JSON.stringify(form[field]))
}

// Shorter ones are parsed with all that is in them, which is quicker then: a parser of the platform beats our own. Of longer ones
// that may take seconds, and fifty times their size.
const PARSED_WHOLE = 16 * 1024
const NAMES = new Set(Object.keys(PushSchema.properties))

type Given = Record<string, unknown>

function parseWhole (source: string): Given | undefined {
  try {
    const parsed: unknown = JSON.parse(source)
    return isObject(parsed) ? parsed : undefined
  } catch {
    throw notJson(source)
  }
}

function parseFields (source: string): Given | undefined {
  if (!isJson(source)) throw notJson(source)
  if (!/^\s*\{/.test(source)) return undefined
  const fields = [...memberTexts(source, NAMES)].map(
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

const LONGEST_NAME = Math.max(...[...NAMES].map(name => name.length)) * 3 // each character may be %-encoded

function nameOf (pair: string): string {
  const name = pair.slice(0, indexOr(pair, '=', 0, pair.length))
  return name.includes('%') && name.length <= LONGEST_NAME ? decodeComponent(name) ?? name : name
}

function indexOr (text: string, what: string, from: number, otherwise: number): number {
  const index = text.indexOf(what, from)
  return index < 0 ? otherwise : index
}

type TextOf = (field: string) => string | undefined

function readPush (given: Given, textOf: TextOf): PushFields {
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
  return push
}

function readText (given: Given, field: string, textOf: TextOf): string | undefined {
  const value = given[field]
  if (typeof value === 'string') return value
  return value === undefined || value === null ? undefined : textOf(field)
}

// One way only to match each text: with two, a long one would take minutes.
const DECIMAL = /^(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

function readNumber (value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (text === '') return undefined
  return DECIMAL.test(text) ? Number(text) : value
}

function isObject (value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
