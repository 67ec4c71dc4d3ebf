// The response of an entry as HAR 1.2. A pending entry gets the status 0, and an error that says that there is no response yet.
import type { Content, Response } from 'har-format'
import { responseBodyOf } from '../exchange/body.js'
import { readHeaders, valueOf } from '../exchange/headers.js'
import { isCanceled, isPending } from '../exchange/outcome.js'
import { statusIn, type Status } from '../exchange/status.js'
import type { Entry } from '../schema/entry.js'
import { base64Of } from './base64.js'
import { responseCookies } from './cookies.js'

/** Chrome writes into `_error` why there is no response. */
export function harResponseOf (entry: Entry): Response & { _error?: string } {
  const headers = readHeaders(entry.responseHeader)
  const status = isPending(entry) ? undefined : statusIn(headers)
  const error = errorOf(entry, status)
  return {
    // 0 also means that the status is unknown.
    status: status?.code ?? 0,
    statusText: status?.text ?? '',
    httpVersion: status?.version ?? '',
    cookies: responseCookies(headers),
    headers: headers.fields,
    content: contentOf(entry, valueOf(headers, 'content-type')),
    redirectURL: valueOf(headers, 'location') ?? '',
    headersSize: -1,
    // Unknown: the bytes on the wire were usually compressed, and nobody counted them.
    bodySize: -1,
    ...error !== undefined && { _error: error }
  }
}

// As in browsers: an entry with a response has no error.
function errorOf (entry: Entry, status: Status | undefined): string | undefined {
  if (isPending(entry)) return 'No response yet'
  if (isCanceled(entry)) return entry.note
  return status?.code === 0 ? entry.note ?? 'No response' : undefined
}

function contentOf (entry: Entry, contentType: string | undefined): Content {
  const body = responseBodyOf(entry)
  const base64 = base64Of(body)
  return {
    size: body.size,
    // Chrome writes x-unknown for an unknown type.
    mimeType: contentType || body.mediaType || 'x-unknown',
    text: base64 ?? body.text,
    ...base64 !== undefined && { encoding: 'base64' },
    ...body.cut !== undefined && { comment: body.cut }
  }
}
