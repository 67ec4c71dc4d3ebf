// Converts a body to base64 if it cannot be a string in JSON, or if some readers of JSON would refuse it.
import { toBase64, usualBase64 } from '../exchange/base64.js'
import type { Body } from '../exchange/body.js'

/**
 * The base64 of bytes, or of a text with a lone surrogate, which many readers of JSON refuse. Undefined if the text can be
 * written as it is.
 */
export function base64Of (body: Body): string | undefined {
  if (body.base64 !== undefined) return usualBase64(body.base64)
  return body.text.isWellFormed() ? undefined : toBase64(new TextEncoder().encode(body.text))
}
