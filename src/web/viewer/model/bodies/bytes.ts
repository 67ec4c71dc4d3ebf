// A body as bytes: those that its base64 stands for, or its text in UTF-8.
import { fromBase64, usualBase64 } from '../../../../exchange/base64.js'
import type { Body } from '../../../../exchange/body.js'

/** What of base64 is no base64 is left out: something is better than nothing to look at. */
export function bytesOf ({ base64, text }: Pick<Body, 'base64' | 'text'>): Uint8Array<ArrayBuffer> {
  return base64 === undefined ? new TextEncoder().encode(text) : decoded(base64)
}

function decoded (base64: string): Uint8Array<ArrayBuffer> {
  const digits = usualBase64(base64).replace(/[^A-Za-z\d+/]/g, '')
  // One digit alone holds no byte.
  return fromBase64(digits.length % 4 === 1 ? digits.slice(0, -1) : digits)
}
