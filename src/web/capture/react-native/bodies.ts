// The bodies of requests and responses as React Native has them: texts, bytes, blobs, and forms with files of the device.
import type { BodyRecord, RawRecord, ReadyRecord } from '../core/body.js'
import { quiet } from '../core/host.js'
import { utf8Text } from '../core/utf8.js'
import { base64 } from '../plain/base64.js'
import { isTextual } from '../plain/textual.js'
import { blobRecord } from './blobs.js'

/** The record of a body, or a promise of it, because reading a blob takes time. */
export type Body = BodyRecord | Promise<BodyRecord> | undefined

export interface RequestBody {
  /** The content type that the platform sends if the app sets none. */
  type: string
  record: Body
}

/** Of forms. The platform makes another one for each, which nobody can see. */
const BOUNDARY = 'earshot-boundary'

export function requestBody (body: unknown, contentType: string, limitBytes: number): RequestBody | undefined {
  if (body === undefined || body === null) return undefined
  return quiet(() => read(body, contentType, limitBytes)) ?? { type: '', record: { note: 'request body not recorded: unknown type' } }
}

/** undefined if the value is not text, bytes or a blob. */
export function bodyOf (value: unknown, contentType: string, limitBytes: number): Body {
  if (typeof value === 'string') return textRecord(value, limitBytes)
  if (isBlob(value)) return blobRecord(value, contentType, limitBytes)
  return isBytes(value) ? bytesRecord(bytesOf(value), contentType, limitBytes) : undefined
}

/** Calls `use` at once, or when the body is read; if it cannot be read, with the reason. */
export function whenRead (body: Body, use: (record: BodyRecord | undefined, note?: string) => void): void {
  if (body && 'then' in body) body.then(use, (error: unknown) => use(undefined, error instanceof Error ? error.message : String(error)))
  else use(body)
}

export function textRecord (text: string, limitBytes: number): BodyRecord {
  return text.length <= limitBytes ? { text } : { text: text.slice(0, limitBytes), cutFrom: text.length }
}

export function isBlob (value: unknown): value is Blob {
  return typeof Blob === 'function' && value instanceof Blob
}

export function isBytes (value: unknown): value is ArrayBuffer | ArrayBufferView {
  // Bytes that native code has made may be of another class.
  return ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === '[object ArrayBuffer]'
}

export function bytesOf (data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
}

/** A copy of the beginning: the app may change its bytes. */
export function bytesRecord (whole: Uint8Array, type: string, limitBytes: number): RawRecord {
  const raw = whole.slice(0, limitBytes)
  return { raw, size: raw.length, type, cutFrom: whole.length > raw.length ? whole.length : undefined }
}

/** Converts bytes to text or base64. The delivery does it, so that the app does not wait for it. */
export function converted ({ raw, type, size, ...rest }: RawRecord): ReadyRecord {
  const bytes = raw as Uint8Array
  if (type && !isTextual(type)) return { base64: base64(bytes), type: type.split(';')[0]?.trim() ?? '', ...rest }
  const decoded = utf8Text(bytes)
  // Where a body is cut, the last character may be incomplete.
  const text = rest.cutFrom === undefined ? decoded : decoded.replace(/\ufffd+$/, '')
  // Without a content type, what decodes well is text.
  return type || !/[\ufffd\0]/.test(text) ? { text, ...rest } : { base64: base64(bytes), type: 'application/octet-stream', ...rest }
}

function read (body: {}, contentType: string, limitBytes: number): RequestBody {
  if (typeof FormData === 'function' && body instanceof FormData) {
    return { type: `multipart/form-data; boundary=${BOUNDARY}`, record: textRecord(formText(body), limitBytes) }
  }
  if (typeof URLSearchParams === 'function' && body instanceof URLSearchParams) {
    return { type: 'application/x-www-form-urlencoded;charset=UTF-8', record: textRecord(String(body), limitBytes) }
  }
  const record = bodyOf(body, isBlob(body) || isTextual(contentType) ? contentType : 'application/octet-stream', limitBytes)
  if (record) return { type: isBlob(body) ? body.type : typeof body === 'string' ? 'text/plain;charset=UTF-8' : '', record }
  const { uri } = body as { uri?: unknown }
  if (typeof uri === 'string') return { type: '', record: { note: `the file ${uri} was sent, its content is not recorded` } }
  return { type: '', record: { note: 'request body not recorded: unknown type' } }
}

/** As React Native's own FormData describes its parts. Those of files have `uri`; Expo's may also have a blob. */
interface Part {
  fieldName?: string
  string?: string
  uri?: string
  blob?: { size?: number, name?: string, type?: string }
  name?: string
  type?: string
}

/** The form as it is sent, except for the contents of files. */
function formText (form: FormData): string {
  const { getParts, _parts } = form as unknown as { getParts?: () => Part[], _parts?: [string, unknown][] }
  const parts = getParts?.call(form) ?? _parts?.map(([fieldName, value]) => ({ fieldName, string: String(value) })) ?? []
  // Expo's parts have no `fieldName`.
  return `${parts.map((part, n) => partText(part, part.fieldName ?? _parts?.[n]?.[0] ?? '')).join('')}--${BOUNDARY}--\r\n`
}

function partText ({ string, uri, blob, name = blob?.name, type = blob?.type }: Part, field: string): string {
  const file = string === undefined
    ? `${name === undefined ? '' : `; filename="${name}"`}${type ? `\r\nContent-Type: ${type}` : ''}`
    : ''
  const content = string ?? `[${uri === undefined ? 'a blob' : `the file ${uri}`}, not recorded]`
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n\r\n${content}\r\n`
}
