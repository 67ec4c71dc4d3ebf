// JSON Web Tokens, read and not verified: nobody here has the key.
import { fromBase64, usualBase64 } from './base64.js'
import { jsonOf } from './json-body.js'

export interface Jwt {
  header: unknown
  payload: unknown
  /** When it ends, in milliseconds since the epoch; undefined where it does not say. */
  expiresMs: number | undefined
}

/** Undefined where the text, which may begin with `Bearer `, is no token of three parts with objects in the first two. */
export function readJwt (text: string): Jwt | undefined {
  const [, first, second] = JWT.exec(text) ?? []
  const header = partOf(first)
  const payload = partOf(second)
  if (!isObject(header) || !isObject(payload)) return undefined
  const { exp } = payload as { exp?: unknown }
  return { header, payload, expiresMs: typeof exp === 'number' && Number.isFinite(exp * 1000) ? exp * 1000 : undefined }
}

/** Every token in a text, each once. */
export function findJwts (text: string): string[] {
  return [...new Set(text.match(IN_TEXT))].filter(token => readJwt(token) !== undefined)
}

const JWT = /^\s*(?:bearer\s+)?([\w-]+)\.([\w-]+)\.[\w-]*\s*$/i
// `eyJ` is what `{"` begins with in base64. A token begins at the beginning of a run of its characters: that keeps this linear.
const IN_TEXT = /(?<![\w-])eyJ[\w-]*\.eyJ[\w-]*\.[\w-]*/g

function partOf (part = ''): unknown {
  try {
    return jsonOf(new TextDecoder().decode(fromBase64(usualBase64(part))))
  } catch {
    return undefined
  }
}

function isObject (value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
