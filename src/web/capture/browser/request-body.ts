// Reads the body that the page passes to fetch, XMLHttpRequest or a beacon, without affecting what the browser will send.
import { quiet } from '../core/host.js'
import { NoteCode } from '../core/notes.js'
import { BOUNDARY, bodyOf, isTextual, textRecord, type Body } from './binary.js'

export interface RequestBody {
  /** The content type that the browser sends if the page sets none. */
  type: string
  record: Body
}

export function requestBody (body: unknown, contentType: string, limitBytes: number): RequestBody | undefined {
  return quiet(() => read(body, contentType, limitBytes))
}

function read (body: unknown, contentType: string, limitBytes: number): RequestBody | undefined {
  if (body === undefined || body === null) return undefined
  if (body instanceof URLSearchParams) {
    return { type: 'application/x-www-form-urlencoded;charset=UTF-8', record: textRecord(body.toString(), limitBytes) }
  }
  if (body instanceof FormData) {
    const raw = [...body]
    const type = `multipart/form-data; boundary=${BOUNDARY}`
    return { type, record: { raw, type, size: (raw as string[][]).join().length } }
  }
  const isBlob = body instanceof Blob
  const record = bodyOf(body, isBlob || isTextual(contentType) ? contentType : 'application/octet-stream', limitBytes)
  if (record) return { type: isBlob ? body.type : typeof body === 'string' ? 'text/plain;charset=UTF-8' : '', record }
  // Of unknown kind is a document, for example. An object of the page is not converted to text: its methods may have side effects.
  return { type: '', record: { note: body instanceof ReadableStream ? NoteCode.RequestStreamed : NoteCode.RequestUnknown } }
}
