// Bodies as they are pushed: text as it is, other content as a `data:` URL, and only the beginning of a long body. Viewers recognize a cut
// body by the words `request cut` or `response cut` in the note.
import { sizeText } from '../../../text/size.js'
import { noteText, type RequestNote } from './notes.js'
import type { LargeField } from './push.js'

/** `cutFrom`: the size of the whole body in bytes, if this is only its beginning. */
export type BodyRecord =
  | { text: string, cutFrom?: number | undefined, note?: RequestNote | undefined }
  | { base64: string, type: string, cutFrom?: number | undefined, note?: RequestNote | undefined }
  | RawRecord
  | { note: RequestNote }

/** A body that the delivery has yet to convert to text or base64: the app does not wait for that. */
export interface RawRecord {
  /** A value of a kind that the platform knows, such as bytes. */
  raw: unknown
  /** About how many characters or bytes it takes in memory. */
  size: number
  /** The content type; empty if it is unknown. */
  type: string
  cutFrom?: number | undefined
  note?: RequestNote | undefined
}

export type ReadyRecord = Exclude<BodyRecord, RawRecord>

/** The functions of a platform that reports raw bodies. */
export interface Converter {
  converted?: (body: RawRecord) => ReadyRecord
}

/** `raw`: the beginning of `wholeBytes` bytes. */
export function rawRecord (raw: Uint8Array, wholeBytes: number, type = 'application/octet-stream'): RawRecord {
  return { raw, size: raw.length, type, cutFrom: wholeBytes > raw.length ? wholeBytes : undefined }
}

/** How many characters, or bytes, it takes in memory. */
export function sizeOf (body: BodyRecord = { note: '' }): number {
  return 'text' in body ? body.text.length : 'base64' in body ? body.base64.length : 'raw' in body ? body.size : 0
}

export interface PushedBody {
  text?: string
  note?: RequestNote | undefined
}

export type Utf8Bytes = (text: string) => number

/** `side`: the name of the body in the note. */
export function pushedBody (body: ReadyRecord, side: LargeField, limitBytes: number, utf8Bytes: Utf8Bytes): PushedBody {
  // A UTF-16 unit takes at most three bytes, so the bytes of most texts need not be counted.
  if ('text' in body && body.cutFrom === undefined && body.text.length * 3 <= limitBytes) return body
  if ('text' in body) return withCutNote(body, side, keptText(body.text, limitBytes, utf8Bytes))
  if ('base64' in body) return withCutNote(body, side, keptBase64(body.base64, body.type, limitBytes))
  return body
}

interface KeptPart { text: string, keptBytes: number, wholeBytes: number }

function withCutNote (body: { cutFrom?: number | undefined, note?: RequestNote | undefined }, side: string, kept: KeptPart): PushedBody {
  const wholeBytes = Math.max(kept.wholeBytes, body.cutFrom ?? 0)
  const cut = wholeBytes > kept.keptBytes ? `${side} cut: ${sizeText(kept.keptBytes)} of ${sizeText(wholeBytes)} kept` : ''
  return { text: kept.text, note: [cut, noteText(body.note)].filter(Boolean).join('; ') }
}

/** The beginning of a text, in whole characters. */
export function keptText (text: string, limitBytes: number, utf8Bytes: Utf8Bytes): KeptPart {
  const wholeBytes = utf8Bytes(text)
  if (wholeBytes <= limitBytes) return { text, keptBytes: wholeBytes, wholeBytes }
  let start = text.slice(0, limitBytes)
  for (let bytes = utf8Bytes(start); bytes > limitBytes; bytes = utf8Bytes(start)) {
    // A UTF-16 unit takes one to three bytes, so each round comes closer to the limit and never cuts too much.
    start = start.slice(0, Math.max(0, start.length - Math.ceil((bytes - limitBytes) / 3)))
  }
  if (/[\ud800-\udbff]$/.test(start)) start = start.slice(0, -1)
  return { text: start, keptBytes: utf8Bytes(start), wholeBytes }
}

function keptBase64 (base64: string, type: string, limitBytes: number): KeptPart {
  const wholeBytes = base64Bytes(base64)
  const kept = wholeBytes > limitBytes ? base64.slice(0, Math.floor(limitBytes / 3) * 4) : base64
  return { text: `data:${type};base64,${kept}`, keptBytes: base64Bytes(kept), wholeBytes }
}

function base64Bytes (base64: string): number {
  return Math.floor(base64.length * 3 / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
}
