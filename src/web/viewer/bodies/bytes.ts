// A body as bytes: those that its base64 stands for, or its text in UTF-8.
import type { Body } from '../../../exchange/body.js'

/** What of base64 is no base64 is left out: something is better than nothing to look at. */
export function bytesOf ({ base64, text }: Pick<Body, 'base64' | 'text'>): Uint8Array<ArrayBuffer> {
  return base64 === undefined ? new TextEncoder().encode(text) : decoded(base64)
}

function decoded (base64: string): Uint8Array<ArrayBuffer> {
  const digits = base64.replaceAll('-', '+').replaceAll('_', '/').replace(/[^A-Za-z\d+/]/g, '')
  // One digit alone holds no byte.
  const binary = atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
