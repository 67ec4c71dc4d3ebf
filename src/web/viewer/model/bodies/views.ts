// The views of a body, the best first. The recorded text and the bytes are always available.
import type { Body } from '../../../../exchange/body.js'
import { kindOfBody } from '../../../../exchange/kind.js'
import { readMultipart } from './multipart.js'
import type { SourceLanguage } from './source-format.js'

export type View = 'tree' | 'pretty' | 'graphql' | 'fields' | 'parts' | 'preview' | 'image' | 'text' | 'hex'

/** Above this length, the layout would take seconds; the tree shows the body immediately. */
const MAX_PRETTY_LENGTH = 2_000_000

export function viewsOf (body: Body, isGraphql = false): View[] {
  const first: View[] = isGraphql ? ['graphql'] : []
  if (body.base64 !== undefined) return [...isImage(body) ? ['image' as const] : [], ...asBytes(body)]
  const pretty: View[] = sourceLanguageOf(body) && body.text.length <= MAX_PRETTY_LENGTH ? ['pretty'] : []
  return [...new Set<View>([...first, ...ofText(body), ...pretty, 'text', 'hex'])]
}

// An SVG is an image, too, but its body is text (see `ofText`). Shown as an image, it runs no scripts and loads nothing.
function isImage ({ mediaType }: Body): boolean {
  return /^image\/[\w.+-]+$/.test(mediaType)
}

function asBytes ({ mediaType }: Body): View[] {
  return /^text\/|json|xml|javascript/.test(mediaType) ? ['text', 'hex'] : ['hex', 'text']
}

function ofText (body: Body): View[] {
  switch (kindOfBody(body)) {
    case 'json': return body.text.length > MAX_PRETTY_LENGTH ? ['tree'] : ['tree', 'pretty']
    case 'form': return readMultipart(body.text) ? ['parts'] : ['fields']
    case 'html': return ['preview']
    case 'image': return /<svg[\s>]/i.test(body.text.slice(0, 2_000)) ? ['image'] : []
    case 'binary': return ['hex']
    default: return []
  }
}

export type Language = 'json' | SourceLanguage

const BY_KIND = new Map<string, Language>([['json', 'json'], ['html', 'html'], ['script', 'javascript'], ['style', 'css']])

/** The language of a body in the editor; undefined for plain text. */
export function languageOf (body: Body): Language | undefined {
  if (body.base64 !== undefined) return undefined
  const known = BY_KIND.get(kindOfBody(body))
  if (known) return known
  return /[/+]xml$/.test(body.mediaType) || /^\s*<(?:\?xml|svg)\b/i.test(body.text.slice(0, 200)) ? 'xml' : undefined
}

/** The language of a body that can be formatted for reading; JSON has a view of its own. */
export function sourceLanguageOf (body: Body): SourceLanguage | undefined {
  const language = languageOf(body)
  return language === 'json' ? undefined : language
}
