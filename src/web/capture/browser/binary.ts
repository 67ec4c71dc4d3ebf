// Bodies that the browser holds as text, bytes or blobs, as the core takes them. Of large ones only the beginning is looked at.
import type { BodyRecord } from '../core/body.js'
import { reasonOf } from './heads.js'
import { decodedText, encoded } from './natives.js'

const TEXTUAL = /^text\/|json|xml|javascript|x-www-form-urlencoded|graphql|yaml|csv|multipart\/form-data/i

export function isTextual (contentType: string): boolean {
  return TEXTUAL.test(contentType)
}

/** What the recorder has of a body, or will have: a blob takes time to read. */
export type Body = BodyRecord | Promise<BodyRecord> | undefined

/** Undefined of what is no text, no bytes and no blob. */
export function bodyOf (value: unknown, contentType: string, limitBytes: number): Body {
  if (typeof value === 'string') return textRecord(value, limitBytes)
  if (value instanceof Blob) return blobRecord(value, contentType, limitBytes)
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? bytesRecord(bytesOf(value), contentType, limitBytes) : undefined
}

/**
 * `read` is called at once, or once it is read; with why, where it cannot be. The page may have a Promise of its own, so that none is an
 * instance.
 */
export function whenRead (body: Body, read: (record: BodyRecord | undefined, note?: string) => void): void {
  if (body && 'then' in body) body.then(read, error => read(undefined, reasonOf(error)))
  else read(body)
}

/** `wholeBytes`: where it is known. */
export function textRecord (text: string, limitBytes: number, wholeBytes = 0): BodyRecord {
  if (text.length <= limitBytes) return { text }
  // Made anew: a slice would keep the whole of it in memory.
  return { text: decodedText(encoded(text.slice(0, limitBytes))), cutFrom: Math.max(text.length, wholeBytes) }
}

function bytesRecord (bytes: Uint8Array, contentType: string, limitBytes: number, wholeBytes = bytes.length): BodyRecord {
  const kept = bytes.subarray(0, limitBytes)
  const cut = wholeBytes > kept.length && { cutFrom: wholeBytes }
  return (contentType ? isTextual(contentType) : looksText(kept))
    ? { text: decodedText(kept), ...cut }
    : { base64: base64Of(kept), type: contentType.split(';')[0]?.trim() || 'application/octet-stream', ...cut }
}

// Whether a body of no known type is text.
function looksText (bytes: Uint8Array): boolean {
  return !/[\ufffd\0]/.test(decodedText(bytes))
}

export async function blobRecord (blob: Blob, contentType: string, limitBytes: number, wholeBytes = blob.size): Promise<BodyRecord> {
  return bytesRecord(new Uint8Array(await blob.slice(0, limitBytes).arrayBuffer()), contentType || blob.type, limitBytes, wholeBytes)
}

/** A copy of what lies there now. */
function bytesOf (data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
}

const STEP = 0x6000 // of three, and few enough for arguments

function base64Of (bytes: Uint8Array): string {
  let base64 = ''
  for (let at = 0; at < bytes.length; at += STEP) base64 += btoa(String.fromCharCode(...bytes.subarray(at, at + STEP)))
  return base64
}
