// Makes records for the core from bodies that the browser has as text, bytes or blobs. Only the beginning of a large body is copied; the
// delivery decides whether bytes are text, and converts them.
import type { BodyRecord, RawRecord } from '../core/body.js'
import { reasonOf } from './heads.js'
import { encoded } from './natives.js'

/** The boundary of forms. Browsers make a new one for each form, which no script can see. */
export const BOUNDARY = 'earshot-boundary'

export { isTextual } from '../plain/textual.js'

/** The record of a body, or a promise of it, because reading a blob takes time. */
export type Body = BodyRecord | Promise<BodyRecord> | undefined

/** undefined if the value is not text, bytes or a blob. */
export function bodyOf (value: unknown, contentType: string, limitBytes: number): Body {
  if (typeof value === 'string') return textRecord(value, limitBytes)
  if (value instanceof Blob) return blobRecord(value, contentType, limitBytes)
  return isBytes(value) ? bytesRecord(bytesOf(value), contentType, limitBytes) : undefined
}

/**
 * Calls `read` at once, or when the body is read; if it cannot be read, with the reason. There is no `instanceof Promise`, because the
 * page may have replaced Promise.
 */
export function whenRead (body: Body, read: (record: BodyRecord | undefined, note?: string) => void): void {
  if (body && 'then' in body) body.then(read, error => read(undefined, reasonOf(error)))
  else read(body)
}

/** `wholeBytes`: the size of the whole body, if it is known. */
export function textRecord (text: string, limitBytes: number, wholeBytes = 0): BodyRecord {
  if (text.length <= limitBytes) return { text }
  // Encoded to make a copy: a plain slice would keep the whole text in memory.
  return bytesRecord(encoded(text.slice(0, limitBytes)), 'text/plain', limitBytes, Math.max(text.length, wholeBytes))
}

function bytesRecord (whole: Uint8Array, type: string, limitBytes: number, wholeBytes = whole.length): RawRecord {
  const raw = whole.slice(0, limitBytes)
  return { raw, size: raw.length, type, cutFrom: wholeBytes > raw.length ? wholeBytes : undefined }
}

export async function blobRecord (blob: Blob, contentType: string, limitBytes: number, wholeBytes = blob.size): Promise<BodyRecord> {
  return bytesRecord(new Uint8Array(await blob.slice(0, limitBytes).arrayBuffer()), contentType || blob.type, limitBytes, wholeBytes)
}

export function isBytes (value: unknown): value is ArrayBuffer | ArrayBufferView {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value)
}

/** A view of the bytes, not a copy: the caller must read it at once. */
export function bytesOf (data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
}
