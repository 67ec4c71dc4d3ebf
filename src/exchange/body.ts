// The two bodies of an entry: what they are by their headers, how large, and whether they are whole. A body that is no text is recorded
// as a `data:` URL with base64.
import type { Entry } from '../schema/entry.js'
import { beforeMark, cutOf, type Side } from './cut.js'
import { readHeaders, valueOf } from './headers.js'
import { base64Size, utf8Size } from './size.js'

export interface Body {
  /** As it was recorded. */
  text: string
  /** Without parameters, in lower case: of the header, else of the `data:` URL; empty where nothing says it. */
  mediaType: string
  /** The base64 of a `data:` URL. */
  base64: string | undefined
  /** In bytes, as it was before it was made base64. */
  size: number
  /** What says that only a part was kept. */
  cut: string | undefined
}

export function requestBodyOf (entry: Entry): Body {
  return bodyOf(entry.request, entry.requestHeader, entry.note, 'request')
}

export function responseBodyOf (entry: Entry): Body {
  return bodyOf(entry.response, entry.responseHeader, entry.note, 'response')
}

function bodyOf (text: string, header: string, note: string | undefined, side: Side): Body {
  const data = readDataUrl(text)
  const mediaType = essence(valueOf(readHeaders(header), 'content-type')) || essence(data?.type)
  const size = data ? base64Size(data.base64) : utf8Size(text)
  return { text, mediaType, base64: data?.base64, size, cut: cutOf(text, note, side) }
}

const DATA_URL = /^data:([^,]{0,200}?);base64,/i
const BASE64 = /^[\w+/-]*={0,2}$/

// An event stream begins with `data:` too, so what follows must be base64 to its end.
function readDataUrl (text: string): { type: string, base64: string } | undefined {
  const [head, type = ''] = DATA_URL.exec(text) ?? []
  if (head === undefined) return undefined
  const base64 = beforeMark(text).slice(head.length)
  return BASE64.test(base64) ? { type, base64 } : undefined
}

function essence (contentType = ''): string {
  return /^[^;,]{0,200}/.exec(contentType)?.[0].trim().toLowerCase() ?? ''
}
