// Converts the bytes of a body, or of a message, to text or to base64. The delivery does this, so the app does not wait for it.
import type { RawRecord, ReadyRecord } from '../core/body.js'
import { recordOf } from './body.js'
import { Pieces } from './pieces.js'

export function converted ({ raw, type, size, ...rest }: RawRecord): ReadyRecord {
  if (raw instanceof Pieces) return { ...rest, ...recordOf(raw, type) }
  const { buffer, byteOffset, byteLength } = raw as Uint8Array<ArrayBuffer>
  return { base64: Buffer.from(buffer, byteOffset, byteLength).toString('base64'), type, ...rest }
}
