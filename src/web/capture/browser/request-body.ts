// Reads the body that the page passes to fetch, XMLHttpRequest or a beacon, without affecting what the browser will send.
import { sizeText } from '../../../text/size.js'
import { quiet } from '../core/host.js'
import { bodyOf, isTextual, textRecord, type Body } from './binary.js'

export interface RequestBody {
  /** The content type that the browser sends if the page sets none. */
  type: string
  record: Body
}

const BOUNDARY = 'earshot-boundary'

export function requestBody (body: unknown, contentType: string, limitBytes: number): RequestBody | undefined {
  return quiet(() => read(body, contentType, limitBytes)) ?? undefined
}

function read (body: unknown, contentType: string, limitBytes: number): RequestBody | undefined {
  if (body === undefined || body === null) return undefined
  if (body instanceof URLSearchParams) {
    return { type: 'application/x-www-form-urlencoded;charset=UTF-8', record: textRecord(body.toString(), limitBytes) }
  }
  if (body instanceof FormData) return { type: `multipart/form-data; boundary=${BOUNDARY}`, record: textRecord(formText(body), limitBytes) }
  const isBlob = body instanceof Blob
  const record = bodyOf(body, isBlob || isTextual(contentType) ? contentType : 'application/octet-stream', limitBytes)
  if (record) return { type: isBlob ? body.type : typeof body === 'string' ? 'text/plain;charset=UTF-8' : '', record }
  if (body instanceof ReadableStream) return { type: '', record: { note: 'request streamed by the page' } }
  if (body instanceof Document) return { type: '', record: { note: 'request: a document, not recorded' } }
  // An object of the page is not converted to text: its methods may have side effects.
  return { type: '', record: { note: 'request not read: no known kind of body' } }
}

/** The form as it is sent, except for the contents of files. */
function formText (form: FormData): string {
  let text = ''
  for (const [name, value] of form) {
    const file = typeof value === 'string' ? '' : `; filename="${value.name}"\r\nContent-Type: ${value.type}`
    const content = typeof value === 'string' ? value : `[file of ${sizeText(value.size)}, not recorded]`
    text += `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
  }
  return `${text}--${BOUNDARY}--\r\n`
}
