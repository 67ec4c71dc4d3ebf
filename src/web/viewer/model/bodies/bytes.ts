// The bytes of a body: its decoded base64, or its text in UTF-8.
import { addressOf } from '../../../../exchange/address.js'
import { fromBase64, usualBase64 } from '../../../../exchange/base64.js'
import type { Body } from '../../../../exchange/body.js'
import { kindOfBody } from '../../../../exchange/kind.js'
import type { Entry } from '../../../../schema/entry.js'

/** Ignores characters that are not base64: a partial result is better than nothing. */
export function bytesOf ({ base64, text }: Pick<Body, 'base64' | 'text'>): Uint8Array<ArrayBuffer> {
  return base64 === undefined ? new TextEncoder().encode(text) : decoded(base64)
}

function decoded (base64: string): Uint8Array<ArrayBuffer> {
  const digits = usualBase64(base64).replace(/[^A-Za-z\d+/]/g, '')
  // A single digit at the end does not make a byte.
  return fromBase64(digits.length % 4 === 1 ? digits.slice(0, -1) : digits)
}

const EXTENSIONS = new Map<string, string>([
  ['json', 'json'], ['html', 'html'], ['script', 'js'], ['style', 'css'], ['text', 'txt'], ['form', 'txt'], ['binary', 'bin'],
  ['other', 'txt']
])

// The file name for saving a body: the last part of the path, with a fitting extension.
export function bodyName (entry: Entry, body: Body, side: 'request' | 'response'): string {
  const last = addressOf(entry).path.split('/').findLast(segment => segment !== '') ?? 'body'
  const subtype = /^(?:image|font|audio|video)\/([a-z\d]+)/.exec(body.mediaType)?.[1]
  const extension = subtype?.replace('jpeg', 'jpg') ?? EXTENSIONS.get(kindOfBody(body)) ?? 'bin'
  const stem = side === 'request' ? `${last}-request` : last
  return stem.toLowerCase().endsWith(`.${extension}`) ? stem : `${stem}.${extension}`
}
