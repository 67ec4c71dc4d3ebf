// Bodies that JSON cannot carry, or not to every reader, as base64.
import type { Body } from '../exchange/body.js'

/** Of bytes; also of a text with half a surrogate pair, which many readers of JSON refuse. Undefined where the text can be written as it is. */
export function base64Of (body: Body): string | undefined {
  if (body.base64 !== undefined) return body.base64.replaceAll('-', '+').replaceAll('_', '/')
  return body.text.isWellFormed() ? undefined : encode(new TextEncoder().encode(body.text))
}

// As many arguments as every engine takes in one call.
const AT_ONCE = 8_192

function encode (bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) binary += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return btoa(binary)
}
