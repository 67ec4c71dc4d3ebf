// Sorts numbers by their bytes, the last byte first, in one pass for each byte in which they differ. A comparing sort of a hundred thousand
// numbers that also says where each was takes five times as long.

const VALUES = 256
const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
const LAST = 0xffffffff

/** The indexes of the numbers in their order; equal ones stay in their order, and Infinity is last in both directions. */
export function stableOrder (numbers: Float64Array, isDescending = false): Uint32Array {
  const count = numbers.length
  const keys = wholeKeys(numbers, isDescending) ?? fractionKeys(numbers, isDescending)
  const [bytes, size] = [new Uint8Array(keys.buffer), keys.byteLength / count]
  let [order, other] = [new Uint32Array(count), new Uint32Array(count)]
  for (let n = 0; n < count; n++) order[n] = n
  for (let byte = 0; byte < size; byte++) {
    const from = IS_LITTLE_ENDIAN ? byte : size - 1 - byte
    const places = placesOf(bytes, from, size)
    if (!places) continue
    for (let n = 0; n < count; n++) {
      const at = order[n] ?? 0
      const value = bytes[at * size + from] ?? 0
      const place = places[value] ?? 0
      other[place] = at
      places[value] = place + 1
    }
    [order, other] = [other, order]
  }
  return order
}

// A key has the bits of its number, changed so that they are in the order of the keys.

/** Keys of four bytes; undefined if one of the numbers is none of 32 bits. Most are: ranks of texts, sizes and codes. */
function wholeKeys (numbers: Float64Array, isDescending: boolean): Uint32Array | undefined {
  const keys = new Uint32Array(numbers.length)
  for (let n = 0; n < keys.length; n++) {
    const number = numbers[n] ?? 0
    const key = number === Infinity ? LAST : number >>> 0
    if (number !== Infinity && (key !== number || key === LAST)) return undefined
    // One less than the complement, which would be LAST for 0.
    keys[n] = isDescending && key !== LAST ? LAST - 1 - key : key
  }
  return keys
}

function fractionKeys (numbers: Float64Array, isDescending: boolean): Uint32Array {
  const copy = new Float64Array(numbers.length)
  for (let n = 0; n < copy.length; n++) {
    const number = numbers[n] ?? 0
    // 0 and -0 are equal.
    copy[n] = (isDescending && number !== Infinity ? -number : number) + 0
  }
  const halves = new Uint32Array(copy.buffer)
  const [high, low] = IS_LITTLE_ENDIAN ? [1, 0] : [0, 1]
  for (let n = 0; n < halves.length; n += 2) {
    const [top, rest] = [halves[n + high] ?? 0, halves[n + low] ?? 0]
    // Of negative numbers, the larger ones have smaller bits.
    const isNegative = top >>> 31 === 1
    halves[n + high] = isNegative ? ~top : top | 1 << 31
    if (isNegative) halves[n + low] = ~rest
  }
  return halves
}

/** Where the numbers with each value of a byte begin; undefined if all have the same. */
function placesOf (bytes: Uint8Array, from: number, size: number): Uint32Array | undefined {
  const counts = new Uint32Array(VALUES)
  for (let n = from; n < bytes.length; n += size) {
    const value = bytes[n] ?? 0
    counts[value] = (counts[value] ?? 0) + 1
  }
  if (counts[bytes[from] ?? 0] === bytes.length / size) return undefined
  for (let value = 0, place = 0; value < VALUES; value++) {
    const count = counts[value] ?? 0
    counts[value] = place
    place += count
  }
  return counts
}
