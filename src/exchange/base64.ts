// Bytes as base64, and back. What says which bodies are base64 is in body.ts.

// As many arguments as every engine takes in one call.
const AT_ONCE = 8_192

export function toBase64 (bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE) binary += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return btoa(binary)
}

/** Reads the usual alphabet; throws where the text is no base64. */
export function fromBase64 (base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** The alphabet of URLs (RFC 4648 §5) as the usual one. */
export function usualBase64 (base64: string): string {
  return base64.replaceAll('-', '+').replaceAll('_', '/')
}
