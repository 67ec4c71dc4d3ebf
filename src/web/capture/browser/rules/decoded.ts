// Decodes the bytes of a response as XMLHttpRequest does, for each responseType.

/** The type and charset of a response, after overrideMimeType(). */
export interface MediaType {
  /** In lower case, without parameters. */
  essence: string
  charset: string | undefined
}

const TYPE = /^[\t\n\r ]*([!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+)[\t\n\r ]*(?:;|$)/
const CHARSET = /;[\t\n\r ]*charset=(?:"((?:[^"\\]|\\.)*)"|([^;]*?))[\t\n\r ]*(?:;|$)/i

/** undefined if it is none. */
export function mediaTypeOf (text: string): MediaType | undefined {
  const essence = TYPE.exec(text)?.[1]?.toLowerCase()
  const [, quoted, plain] = CHARSET.exec(text) ?? []
  return essence === undefined ? undefined : { essence, charset: (quoted ?? plain) || undefined }
}

export function isXml (essence: string): boolean {
  return /^(?:text|application)\/xml$|\+xml$/.test(essence)
}

const isHtml = (essence: string) => essence === 'text/html'

/** `type`: the responseType, which is empty or text. */
export function textOf (bytes: Uint8Array, { essence, charset }: MediaType, type: string): string {
  return decode(bytes, charset ?? (type === '' && isXml(essence) ? declared(bytes, XML_ENCODING) : undefined))
}

/** null if it is not JSON. */
export function jsonOf (bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decode(bytes, undefined))
  } catch {
    return null
  }
}

/** null if the response is neither XML nor HTML, or not well-formed XML. */
export function documentOf (bytes: Uint8Array, { essence, charset }: MediaType, type: string, url: string): Document | null {
  const asHtml = isHtml(essence)
  if (asHtml ? type !== 'document' : !isXml(essence)) return null
  const label = charset ?? declared(bytes, asHtml ? META_CHARSET : XML_ENCODING)
  const text = decode(bytes, label)
  if (text === '' && !asHtml) return null
  const kind = asHtml || PARSED.has(essence) ? essence : 'application/xml'
  const parsed = new DOMParser().parseFromString(text, kind as DOMParserSupportedType)
  if (!asHtml && parsed.querySelector('parsererror')) return null
  const encoding = decoderOf(bytes, label).encoding
  const characterSet = /^utf/.test(encoding) ? encoding.toUpperCase() : encoding
  const own = {
    URL: url,
    documentURI: url,
    ...(asHtml ? { characterSet, charset: characterSet, inputEncoding: characterSet } : { contentType: essence })
  }
  for (const [name, value] of Object.entries(own)) Object.defineProperty(parsed, name, { value, configurable: true })
  return parsed
}

const PARSED = new Set(['text/xml', 'application/xml', 'application/xhtml+xml', 'image/svg+xml'])
const XML_ENCODING = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/
const META_CHARSET = /<meta[^>]*?charset\s*=\s*["']?\s*([\w-]+)/i

function declared (bytes: Uint8Array, pattern: RegExp): string | undefined {
  return pattern.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 1024)))?.[1]
}

function decode (bytes: Uint8Array, label: string | undefined): string {
  return decoderOf(bytes, label).decode(bytes)
}

// A byte order mark takes precedence over the label; the decoder removes it.
function decoderOf (bytes: Uint8Array, label: string | undefined): TextDecoder {
  const [first, second, third] = bytes
  if (first === 0xEF && second === 0xBB && third === 0xBF) return new TextDecoder()
  if (first === 0xFE && second === 0xFF) return new TextDecoder('utf-16be')
  if (first === 0xFF && second === 0xFE) return new TextDecoder('utf-16le')
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
