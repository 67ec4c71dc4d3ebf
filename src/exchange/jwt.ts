// Reads JSON Web Tokens without verifying them: Earshot does not have the key.
import { isRecord } from '../json/is-record.js'
import { fromBase64, usualBase64 } from './base64.js'
import { jsonOf } from './json-body.js'

export interface Jwt {
  header: unknown
  payload: unknown
  /** When it expires, in milliseconds since the epoch; undefined if the token does not say. */
  expiresMs: number | undefined
}

/** Undefined if the text is not a token of three parts, of which the first two are objects. It may begin with `Bearer `. */
export function readJwt (text: string): Jwt | undefined {
  const [, first, second] = JWT.exec(text) ?? []
  const header = partOf(first)
  const payload = partOf(second)
  if (!isRecord(header) || !isRecord(payload)) return undefined
  const { exp } = payload
  return { header, payload, expiresMs: typeof exp === 'number' && Number.isFinite(exp * 1000) ? exp * 1000 : undefined }
}

/** Every token in a text, each once. */
export function findJwts (text: string): string[] {
  return [...new Set(text.match(IN_TEXT))].filter(token => readJwt(token) !== undefined)
}

const JWT = /^\s*(?:bearer\s+)?([\w-]+)\.([\w-]+)\.[\w-]*\s*$/i
// In base64, `{"` becomes `eyJ`. A token can only begin at the start of a run of token characters, which keeps the time linear.
const IN_TEXT = /(?<![\w-])eyJ[\w-]*\.eyJ[\w-]*\.[\w-]*/g

function partOf (part = ''): unknown {
  try {
    return jsonOf(new TextDecoder().decode(fromBase64(usualBase64(part))))
  } catch {
    return undefined
  }
}
