// Which language of the editor a body is in.
import type { Body } from '../../../../exchange/body.js'
import { kindOfBody } from '../../../../exchange/kind.js'

export type Language = 'json' | 'html' | 'xml' | 'javascript' | 'css'

const BY_KIND = new Map<string, Language>([['json', 'json'], ['html', 'html'], ['script', 'javascript'], ['style', 'css']])

/** Undefined for plain text. */
export function languageOf (body: Body): Language | undefined {
  if (body.base64 !== undefined) return undefined
  const known = BY_KIND.get(kindOfBody(body))
  if (known) return known
  return /[/+]xml$/.test(body.mediaType) || /^\s*<(?:\?xml|svg)\b/i.test(body.text.slice(0, 200)) ? 'xml' : undefined
}
