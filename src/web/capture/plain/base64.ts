// Encodes bytes in base64. Neither mini-programs nor all versions of React Native have btoa.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

// The functions of the platforms take only a whole buffer, not a part of it.
export function base64 (bytes: Uint8Array): string {
  let text = ''
  for (let n = 0; n < bytes.length; n += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[n], bytes[n + 1], bytes[n + 2]]
    const left = bytes.length - n
    const [third, fourth] = [left > 1 ? LETTERS[(b & 15) << 2 | c >> 6] : '=', left > 2 ? LETTERS[c & 63] : '=']
    text += `${LETTERS[a >> 2]}${LETTERS[(a & 3) << 4 | b >> 4]}${third}${fourth}`
  }
  return text
}
