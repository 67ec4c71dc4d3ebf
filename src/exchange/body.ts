// The two bodies of an entry: their media type, their size, and whether they are complete. A body that is not text is recorded
// as a `data:` URL with base64.
import type { Entry } from '../schema/entry.js'
import { readHeaders, valueOf } from './headers.js'
import { base64Size, utf8Size } from './size.js'

export interface Body {
  /** As it was recorded. */
  text: string
  /** Without parameters, in lower case: from the header, else from the `data:` URL; empty if unknown. */
  mediaType: string
  /** The base64 of a `data:` URL. */
  base64: string | undefined
  /** In bytes; for base64, the size of the decoded bytes. */
  size: number
  /** The words that say that only a part was kept; undefined if the body is complete. */
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

// An event stream also begins with `data:`, so the rest must be base64 up to its end.
function readDataUrl (text: string): { type: string, base64: string } | undefined {
  const [head, type = ''] = DATA_URL.exec(text) ?? []
  if (head === undefined) return undefined
  const base64 = beforeMark(text).slice(head.length)
  return BASE64.test(base64) ? { type, base64 } : undefined
}

function essence (contentType = ''): string {
  return /^[^;,]{0,200}/.exec(contentType)?.[0].trim().toLowerCase() ?? ''
}

// If only a part of a body was kept, either the recorder's note says so, or a mark at the end of the text, which many
// interceptors add.
type Side = 'request' | 'response'

const NOTES: Record<Side, RegExp> = {
  request: /\brequest (?:body )?(?:was )?(?:cut|truncated)\b[^;\r\n]*/i,
  response: /\bresponse (?:body )?(?:was )?(?:cut|truncated)\b[^;\r\n]*/i
}
// `...[truncated]`, `… (truncated, 5 MB in all)`, `<cut 1234 bytes>`
const MARK = /(?:\.{3}|…)? ?([[(<{](?:\.{3}|…)? ?(?:[a-z]{1,10} )?(?:truncated|cut)\b[^\])>}]{0,60}[\])>}])\s{0,2}$/i
const MAX_MARK_LENGTH = 120

/** The words of the note or of the mark; undefined if nothing says that the body is incomplete. */
function cutOf (text: string, note: string | undefined, side: Side): string | undefined {
  return NOTES[side].exec(note ?? '')?.[0].trim() ?? MARK.exec(text.slice(-MAX_MARK_LENGTH))?.[1]
}

/** The text without the mark at its end. */
function beforeMark (text: string): string {
  const tail = text.slice(-MAX_MARK_LENGTH)
  const mark = MARK.exec(tail)
  return mark ? text.slice(0, text.length - tail.length + mark.index) : text
}
