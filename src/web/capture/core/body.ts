// Bodies as they are pushed: text as it is, what is no text as a `data:` URL, and of long ones the beginning. The words `request cut` and
// `response cut` in the note are what viewers look for.
import { sizeText } from '../../../text/size.js'
import type { LargeField } from './push.js'

/** `cutFrom`: the size in bytes of the whole, where this is only its beginning. */
export type BodyRecord =
  | { text: string, cutFrom?: number | undefined, note?: string | undefined }
  | { base64: string, type: string, cutFrom?: number | undefined, note?: string | undefined }
  | { note: string }

/** In characters, as it is held. */
export function sizeOf (body: BodyRecord = { note: '' }): number {
  return 'text' in body ? body.text.length : 'base64' in body ? body.base64.length : 0
}

export interface PushedBody {
  text?: string
  note?: string | undefined
}

export type Utf8Bytes = (text: string) => number

/** `side`: as the note calls it. */
export function pushedBody (body: BodyRecord, side: LargeField, limitBytes: number, utf8Bytes: Utf8Bytes): PushedBody {
  // No unit of a text takes more than three bytes, so that most need not be counted.
  if ('text' in body && body.cutFrom === undefined && body.text.length * 3 <= limitBytes) return body
  if ('text' in body) return told(body, side, keptText(body.text, limitBytes, utf8Bytes))
  if ('base64' in body) return told(body, side, keptBase64(body.base64, body.type, limitBytes))
  return body
}

interface Kept { text: string, keptBytes: number, wholeBytes: number }

function told (body: { cutFrom?: number | undefined, note?: string | undefined }, side: string, kept: Kept): PushedBody {
  const wholeBytes = Math.max(kept.wholeBytes, body.cutFrom ?? 0)
  const cut = wholeBytes > kept.keptBytes ? `${side} cut: ${sizeText(kept.keptBytes)} of ${sizeText(wholeBytes)} kept` : ''
  return { text: kept.text, note: [cut, body.note].filter(Boolean).join('; ') }
}

function keptText (text: string, limitBytes: number, utf8Bytes: Utf8Bytes): Kept {
  const wholeBytes = utf8Bytes(text)
  if (wholeBytes <= limitBytes) return { text, keptBytes: wholeBytes, wholeBytes }
  let start = text.slice(0, limitBytes)
  for (let bytes = utf8Bytes(start); bytes > limitBytes; bytes = utf8Bytes(start)) {
    // No character has less than a byte, so each turn comes nearer and none takes too much.
    start = start.slice(0, Math.max(0, start.length - Math.ceil((bytes - limitBytes) / 3)))
  }
  if (/[\ud800-\udbff]$/.test(start)) start = start.slice(0, -1)
  return { text: start, keptBytes: utf8Bytes(start), wholeBytes }
}

function keptBase64 (base64: string, type: string, limitBytes: number): Kept {
  const wholeBytes = base64Bytes(base64)
  const kept = wholeBytes > limitBytes ? base64.slice(0, Math.floor(limitBytes / 3) * 4) : base64
  return { text: `data:${type};base64,${kept}`, keptBytes: base64Bytes(kept), wholeBytes }
}

function base64Bytes (base64: string): number {
  return Math.floor(base64.length * 3 / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
}
