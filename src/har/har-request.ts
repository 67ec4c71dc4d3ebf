// The request of an entry as HAR 1.2.
import type { PostData, Request } from 'har-format'
import { NO_HOST, addressOf, queryOf, type Address } from '../exchange/address.js'
import { requestBodyOf, type Body } from '../exchange/body.js'
import { readHeaders, valueOf, type Headers } from '../exchange/headers.js'
import { parsedUrl } from '../exchange/parsed-url.js'
import { statusOf } from '../exchange/status.js'
import type { Entry } from '../schema/entry.js'
import { base64Of } from './base64.js'
import { requestCookies } from './cookies.js'

export function harRequestOf (entry: Entry): Request {
  const headers = readHeaders(entry.requestHeader)
  const address = addressOf(entry)
  const body = requestBodyOf(entry)
  return {
    method: entry.method,
    url: urlOf(address),
    httpVersion: versionOf(headers) ?? statusOf(entry.responseHeader)?.version ?? '',
    cookies: requestCookies(headers),
    headers: headers.fields,
    queryString: queryOf(address.query),
    ...body.text !== '' && { postData: postDataOf(body, valueOf(headers, 'content-type')) },
    headersSize: -1,
    bodySize: body.cut === undefined ? body.size : -1
  }
}

// HAR has no field for binary request bodies. `encoding` was planned for HAR 1.3, and other tools write it.
function postDataOf (body: Body, contentType = body.mediaType): PostData {
  const base64 = base64Of(body)
  return {
    mimeType: contentType,
    text: base64 ?? body.text,
    ...base64 !== undefined && { encoding: 'base64' },
    ...body.cut !== undefined && { comment: body.cut }
  }
}

function versionOf ({ startLine }: Headers): string | undefined {
  return /\s(HTTP\/\d(?:\.\d)?)$/i.exec(startLine)?.[1]?.toUpperCase()
}

// HAR requires an absolute URL that strictly follows RFC 3986.
const NO_ORIGIN = `http://${NO_HOST}`

function urlOf ({ href, path, query }: Address): string {
  const absolute = href ?? `${NO_ORIGIN}${path.startsWith('/') ? '' : '/'}${path}${query}`
  return encoded(parsedUrl(absolute)?.href ?? `${NO_ORIGIN}/${encodeURIComponent(absolute.toWellFormed())}`)
}

const ORIGIN = /^[a-z][a-z\d+.-]*:(?:\/\/[^/?#]*)?/i
const NOT_IN_ORIGIN = /%(?![\da-f]{2})|[^\w.~:/@!$&'()*+,;=%[\]-]/gi
const NOT_IN_PATH = /%(?![\da-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/gi

// Browsers leave some characters unencoded that the RFC does not allow.
function encoded (url: string): string {
  const [origin = ''] = ORIGIN.exec(url) ?? []
  return origin.replace(NOT_IN_ORIGIN, encodeURIComponent) + url.slice(origin.length).replace(NOT_IN_PATH, encodeURIComponent)
}
