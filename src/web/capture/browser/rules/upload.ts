// The body that a page passes to send(): its size, and a copy for a request that is sent later, because the page may change the original
// meanwhile.
import { bytesOf, isBytes } from '../binary.js'
import { utf8Bytes } from '../natives.js'

/** Chromium's boundaries have this length. */
const BOUNDARY_BYTES = 38

/** In bytes, as it would be sent. undefined if there is no body. */
export function sizeOfBody (body: unknown): number | undefined {
  if (body === undefined || body === null) return undefined
  if (body instanceof Blob) return body.size
  if (isBytes(body)) return body.byteLength
  if (body instanceof FormData) return sizeOfForm(body)
  return utf8Bytes(body instanceof Document ? sourceOf(body) : `${body as string}`)
}

function sourceOf ({ childNodes, contentType }: Document): string {
  const isHtml = contentType === 'text/html'
  return [...childNodes]
    .map(node => isHtml && node instanceof Element ? node.outerHTML : new XMLSerializer().serializeToString(node)).join('')
}

function sizeOfForm (form: FormData): number {
  let size = BOUNDARY_BYTES + '----\r\n'.length
  for (const [name, value] of form) {
    const isText = typeof value === 'string'
    const file = isText ? '' : `; filename="${value.name}"\r\nContent-Type: ${value.type || 'application/octet-stream'}`
    const head = `\r\n--\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    size += BOUNDARY_BYTES + utf8Bytes(head) + (isText ? utf8Bytes(value.replace(/\r\n?|\n/g, '\r\n')) : value.size)
  }
  return size
}

/** Any other object is text for send(); it is converted once. */
export function withoutObjects (body: unknown): unknown {
  const isKnown = isBytes(body) || [Blob, FormData, URLSearchParams, Document].some(kind => body instanceof kind)
  return typeof body === 'object' && body && !isKnown ? `${body as unknown as string}` : body
}

/** A copy of its current content. */
export function copyOfBody (body: unknown): unknown {
  if (isBytes(body)) return bytesOf(body).slice()
  if (body instanceof URLSearchParams) return new URLSearchParams(body)
  if (body instanceof Document) return body.cloneNode(true)
  if (!(body instanceof FormData)) return body
  const copy = new FormData()
  for (const [name, value] of body) {
    if (typeof value === 'string') copy.append(name, value)
    else copy.append(name, value, value.name)
  }
  return copy
}
