// The address of an entry as HAR wants it: an absolute URL by the letter of RFC 3986.
import { NO_HOST, type Address } from '../exchange/address.js'
import { parsedUrl } from '../exchange/parsed-url.js'

const NO_ORIGIN = `http://${NO_HOST}`

export function urlOf ({ href, path, query }: Address): string {
  const absolute = href ?? `${NO_ORIGIN}${path.startsWith('/') ? '' : '/'}${path}${query}`
  return encoded(parsedUrl(absolute)?.href ?? `${NO_ORIGIN}/${encodeURIComponent(absolute.toWellFormed())}`)
}

const ORIGIN = /^[a-z][a-z\d+.-]*:(?:\/\/[^/?#]*)?/i
const NOT_IN_ORIGIN = /%(?![\da-f]{2})|[^\w.~:/@!$&'()*+,;=%[\]-]/gi
const NOT_IN_PATH = /%(?![\da-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/gi

// Browsers leave some characters as they are that the RFC does not know.
function encoded (url: string): string {
  const [origin = ''] = ORIGIN.exec(url) ?? []
  return origin.replace(NOT_IN_ORIGIN, encodeURIComponent) + url.slice(origin.length).replace(NOT_IN_PATH, encodeURIComponent)
}
