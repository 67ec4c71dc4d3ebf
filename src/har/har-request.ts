// The request of an entry as HAR 1.2.
import type { PostData, Request } from 'har-format'
import { addressOf, queryOf } from '../exchange/address.js'
import { requestBodyOf, type Body } from '../exchange/body.js'
import { readHeaders, valueOf, type Headers } from '../exchange/headers.js'
import { statusOf } from '../exchange/status.js'
import type { Entry } from '../schema/entry.js'
import { base64Of } from './base64.js'
import { requestCookies } from './cookies.js'
import { urlOf } from './url.js'

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

// HAR has no place for bytes that were sent. An encoding beside the text is what HAR 1.3 was to have, and what others write.
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
