// Converts the bytes of a message to base64. The delivery does it, so that the app does not wait for it.
import type { RawRecord, ReadyRecord } from '../core/body.js'

export function converted ({ raw, type, size, ...rest }: RawRecord): ReadyRecord {
  const { buffer, byteOffset, byteLength } = raw as Uint8Array<ArrayBuffer>
  return { base64: Buffer.from(buffer, byteOffset, byteLength).toString('base64'), type, ...rest }
}
