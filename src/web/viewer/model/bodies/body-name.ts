// Under which name a body is saved: the end of its address, with an extension that fits.
import { addressOf } from '../../../../exchange/address.js'
import type { Body } from '../../../../exchange/body.js'
import { kindOfBody } from '../../../../exchange/kind.js'
import type { Entry } from '../../../../schema/entry.js'

const EXTENSIONS = new Map<string, string>([
  ['json', 'json'], ['html', 'html'], ['script', 'js'], ['style', 'css'], ['text', 'txt'], ['form', 'txt'], ['binary', 'bin'], ['other', 'txt']
])

export function bodyName (entry: Entry, body: Body, side: 'request' | 'response'): string {
  const last = addressOf(entry).path.split('/').findLast(segment => segment !== '') ?? 'body'
  const subtype = /^(?:image|font|audio|video)\/([a-z\d]+)/.exec(body.mediaType)?.[1]
  const extension = subtype?.replace('jpeg', 'jpg') ?? EXTENSIONS.get(kindOfBody(body)) ?? 'bin'
  const stem = side === 'request' ? `${last}-request` : last
  return stem.toLowerCase().endsWith(`.${extension}`) ? stem : `${stem}.${extension}`
}
