// The leniencies of a push's body (contract §2), applied before it is validated: what a client forgot to stringify becomes
// its JSON text, the text of a number becomes the number, and what is null or empty where that says nothing is left out.
import { parse as parseForm } from 'fast-querystring'
import { parse as parseJson } from 'secure-json-parse'
import { ApiError } from '../errors.js'
import { memberTexts } from '../json/member-texts.js'
import { TEXT_FIELDS } from '../schema/push.js'

/** The fields of a push, for the schema to judge; what is no object stays as it is, for the same purpose. */
export function readJsonPush (source: string): unknown {
  const parsed = parse(source)
  if (!isObject(parsed)) return parsed
  let texts: Map<string, string> | undefined
  return readPush(parsed, field => {
    texts ??= memberTexts(source)
    return texts.get(field)
  })
}

/** A form's values are texts, or lists of texts where a field is repeated. */
export function readFormPush (source: string): Record<string, unknown> {
  // What curl -d sends of JSON where nobody says what it is.
  if (/^\s*\{/.test(source)) throw new ApiError('bad_request', 'This form looks like JSON: send it with content-type: application/json')
  const form = parseForm(source)
  return readPush(form, field => JSON.stringify(form[field]))
}

function parse (source: string): unknown {
  if (source.trim() === '') throw new ApiError('bad_request', 'The body is empty')
  try {
    return parseJson(source, { protoAction: 'error', constructorAction: 'ignore' })
  } catch (error) {
    const forbidden = error instanceof Error && error.message.includes('forbidden')
    throw new ApiError('bad_request', forbidden ? 'The body must not have a key __proto__' : 'The body is not valid JSON')
  }
}

type TextOf = (field: string) => string | undefined

function readPush (given: Record<string, unknown>, textOf: TextOf): Record<string, unknown> {
  const push: Record<string, unknown> = {}
  if (given.api !== undefined) push.api = given.api
  if (given.method !== undefined) push.method = typeof given.method === 'string' ? given.method.toUpperCase() : given.method
  const requestId = readText(given, 'requestId', textOf)
  if (requestId) push.requestId = requestId
  const timeConsuming = readNumber(given.timeConsuming)
  if (timeConsuming !== undefined) push.timeConsuming = timeConsuming
  for (const field of TEXT_FIELDS) {
    const text = readText(given, field, textOf)
    if (text !== undefined) push[field] = text
  }
  return push
}

function readText (given: Record<string, unknown>, field: string, textOf: TextOf): string | undefined {
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

function isObject (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
