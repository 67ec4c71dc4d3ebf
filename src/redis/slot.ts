// The slot of a key or channel in a Redis Cluster (Redis Cluster specification, "Key distribution model"): CRC16 of the hash tag.

export const SLOTS = 16_384

export function slotOf (key: string): number {
  let crc = 0
  for (const byte of Buffer.from(hashTag(key))) crc = (crc << 8 & 0xffff) ^ (CRC16[(crc >> 8) ^ byte] ?? 0)
  return crc % SLOTS
}

// The text between the first { and the next }; the whole key if there is no such text, or it is empty.
function hashTag (key: string): string {
  const start = key.indexOf('{')
  const end = key.indexOf('}', start + 1)
  return start < 0 || end <= start + 1 ? key : key.slice(start + 1, end)
}

// CRC-16/XMODEM, polynomial 0x1021, a byte at a time.
const CRC16 = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1
  return crc
})
