// fetch for a browser's console or a page's code. The snippet leaves out the headers that only the browser itself may write.
import { combined } from './combined.js'
import { fetchCall, fetchRefusal, headerBytes } from './fetch-call.js'
import { isForbiddenHeader } from './forbidden-headers.js'
import { jsKey, jsObject, jsString } from './javascript.js'
import { headerOf, type Sendable } from './sendable.js'
import type { Snippet } from './snippet.js'
import { parsedUrl } from '../exchange/parsed-url.js'

export function browserFetch (request: Sendable): Snippet {
  const refused = fetchRefusal(request)
  if (refused) return { refused }
  const headers = combined(request.headers.filter(({ name }) => !isForbiddenHeader(name)))
  const referer = headerOf(request, 'referer') ?? ''
  const members = [
    ...headers.length > 0 ? [`headers: ${jsObject(headers.map(({ name, value }) => `${jsKey(name)}: ${headerBytes(value)}`), '  ')}`] : [],
    ...parsedUrl(referer) ? [`referrer: ${jsString(referer)}`] : [],
    ...headerOf(request, 'cookie') ? ["credentials: 'include'"] : []
  ]
  return { text: fetchCall(request, members, request.headers.filter(({ name }) => isForbiddenHeader(name)), 'the browser') }
}
