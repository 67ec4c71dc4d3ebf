// Bodies that JSON cannot carry, or not to every reader, as base64.
import { toBase64, usualBase64 } from '../exchange/base64.js'
import type { Body } from '../exchange/body.js'

/**
 * The base64 of bytes, and of a text with half a surrogate pair, which many readers of JSON refuse. Undefined where the text can be
 * written as it is.
 */
export function base64Of (body: Body): string | undefined {
  if (body.base64 !== undefined) return usualBase64(body.base64)
  return body.text.isWellFormed() ? undefined : toBase64(new TextEncoder().encode(body.text))
}
