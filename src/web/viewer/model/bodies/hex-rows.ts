// Bytes as a hex dump: 16 per row, with their ASCII characters.

export const BYTES_A_ROW = 16

export interface HexRow {
  offset: string
  /** Two groups of eight. */
  groups: [string, string]
  ascii: string
}

export function hexRow (bytes: Uint8Array, row: number): HexRow {
  const from = row * BYTES_A_ROW
  const slice = bytes.subarray(from, from + BYTES_A_ROW)
  return {
    offset: from.toString(16).padStart(8, '0'),
    groups: [hex(slice.subarray(0, 8)), hex(slice.subarray(8))],
    ascii: Array.from(slice, byte => byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·').join('')
  }
}

export function hexRowCount (bytes: Uint8Array): number {
  return Math.ceil(bytes.length / BYTES_A_ROW)
}

/** The byte offsets of the first `most` occurrences of a sequence. */
export function findBytes (bytes: Uint8Array, sought: Uint8Array, most: number): number[] {
  const found: number[] = []
  const [first] = sought
  if (first === undefined) return found
  for (let at = bytes.indexOf(first); at >= 0 && found.length < most; at = bytes.indexOf(first, at + 1)) {
    if (sought.every((byte, n) => bytes[at + n] === byte)) found.push(at)
  }
  return found
}

/** `de ad be ef` or `deadbeef`; undefined if the text is not hex. */
export function hexBytes (text: string): Uint8Array | undefined {
  const digits = text.replace(/\s+/g, '')
  if (!/^(?:[\da-f]{2}){1,1000}$/i.test(digits)) return undefined
  return Uint8Array.from(digits.match(/../g) ?? [], pair => parseInt(pair, 16))
}

function hex (bytes: Uint8Array): string {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(' ')
}
