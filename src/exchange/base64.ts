// Converts bytes to base64 and back. body.ts decides which bodies are base64.

// How many arguments every engine accepts in one call.
const AT_ONCE = 8_192

export function toBase64 (bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) binary += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return btoa(binary)
}

/** Reads the usual alphabet; throws if the text is not base64. */
export function fromBase64 (base64: string): Uint8Array<ArrayBuffer> {
  if (typeof atob === 'undefined') return withoutAtob(base64)
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

// Mini-programs have no atob.
function withoutAtob (base64: string): Uint8Array<ArrayBuffer> {
  const digits = base64.replace(/=+$/, '')
  if (!/^[A-Za-z\d+/]*$/.test(digits) || digits.length % 4 === 1) throw new TypeError('not base64')
  const bytes = new Uint8Array(Math.floor(digits.length * 3 / 4))
  let [bits, held, at] = [0, 0, 0]
  for (let n = 0; n < digits.length; n++) {
    bits = (bits << 6 | ALPHABET.indexOf(digits.charAt(n))) & 0xffffff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes[at++] = bits >> held & 0xff
  }
  return bytes
}

/** Converts the alphabet of URLs (RFC 4648 §5) to the usual one. */
export function usualBase64 (base64: string): string {
  return base64.replace(/-/g, '+').replace(/_/g, '/')
}
