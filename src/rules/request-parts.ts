// The values in which two requests of the same API may differ: the parts of the path, the values of the query, and the members at the top
// of a body. Paths and queries stay as they were written, because filters compare them in that form.
import { addressOf, queryOf } from '../exchange/address.js'
import { requestBodyOf } from '../exchange/body.js'
import { jsonOf } from '../exchange/json-body.js'
import type { Entry } from '../schema/entry.js'

/**
 * `name`: its place: the index in the path, or the name of the parameter or member. `before`, `written`: the text before the value, and the
 * value.
 */
export interface RequestPart { name: string, before: string, written: string, value: string }

export interface RequestParts {
  /** The path, split at its slashes. */
  path: RequestPart[]
  query: RequestPart[]
  /** The numbers, texts and booleans of a JSON object; the values of a form. */
  body: RequestPart[]
  isForm: boolean
}

export function partsOf (entry: Entry): RequestParts {
  const { path, query } = addressOf(entry)
  const form = formOf(entry)
  return {
    path: path.split('/').map((written, n) => ({ name: String(n), before: n === 0 ? '' : '/', written, value: decoded(written) })),
    query: pairsIn(query, '?'),
    body: form === undefined ? jsonParts(entry.request) : pairsIn(form, ''),
    isForm: form !== undefined
  }
}

const MAX_PARTS = 100

/** `lead`: what the text begins with. */
function pairsIn (text: string, lead: string): RequestPart[] {
  if (text === '') return []
  return text.slice(lead.length).split('&').slice(0, MAX_PARTS).map((pair, n) => {
    const equals = pair.indexOf('=')
    const start = equals < 0 ? pair.length : equals + 1
    const [{ name, value } = { name: '', value: '' }] = queryOf(pair)
    return { name, before: (n === 0 ? lead : '&') + pair.slice(0, start), written: pair.slice(start), value }
  })
}

function formOf (entry: Entry): string | undefined {
  return requestBodyOf(entry).mediaType === 'application/x-www-form-urlencoded' ? entry.request : undefined
}

function jsonParts (text: string): RequestPart[] {
  if (!/^\s*\{/.test(text)) return []
  return Object.entries(jsonOf(text) ?? {}).flatMap(([name, value]) => {
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    return isPlain ? [{ name, before: '', written: String(value), value: String(value) }] : []
  }).slice(0, MAX_PARTS)
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
