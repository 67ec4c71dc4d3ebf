// Encodes and decodes UTF-8, because not every platform of mini-programs has TextEncoder and TextDecoder.

export function utf8Bytes (text: string): Uint8Array<ArrayBuffer> {
  // A lone surrogate would make encodeURIComponent throw. Older iPhones have no lookbehind.
  const escaped = encodeURIComponent(text.replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, one => one.length > 1 ? one : '\ufffd'))
  const bytes: number[] = []
  for (let n = 0; n < escaped.length; n++) {
    if (escaped.charAt(n) !== '%') bytes.push(escaped.charCodeAt(n))
    else {
      bytes.push(parseInt(escaped.slice(n + 1, n + 3), 16))
      n += 2
    }
  }
  return new Uint8Array(bytes)
}

/** Bytes that are no UTF-8 become replacement characters. */
export function utf8Text (bytes: Uint8Array): string {
  let text = ''
  for (let n = 0; n < bytes.length;) {
    const [code, length] = characterAt(bytes, n)
    text += String.fromCodePoint(code)
    n += length
  }
  return text
}

const REPLACEMENT = 0xfffd

function characterAt (bytes: Uint8Array, n: number): [code: number, length: number] {
  const first = bytes[n] ?? 0
  if (first < 0x80) return [first, 1]
  const length = first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 && first < 0xe0 ? 2 : 0
  if (length === 0) return [REPLACEMENT, 1]
  let code = first & (0x7f >> length)
  for (let more = 1; more < length; more++) {
    const byte = bytes[n + more] ?? 0
    if ((byte & 0xc0) !== 0x80) return [REPLACEMENT, more]
    code = code << 6 | (byte & 0x3f)
  }
  const least = length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000
  const isValid = code >= least && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
  return isValid ? [code, length] : [REPLACEMENT, 1]
}
