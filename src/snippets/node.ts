// fetch for Node 18 and later. Node's fetch accepts nearly every header, even several times.
import type { HeaderField } from '../exchange/headers.js'
import { fetchCall, fetchRefusal, headerBytes } from './fetch-call.js'
import { jsString } from './javascript.js'
import type { Sendable } from './sendable.js'
import type { Snippet } from './snippet.js'

// Node's fetch throws if given its connection headers, and writes `sec-fetch-mode` itself.
const FORBIDDEN = new Set(['connection', 'keep-alive', 'upgrade', 'expect', 'sec-fetch-mode'])
// The tab is the only control character that Node's fetch accepts in a header.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/

export function nodeFetch (request: Sendable): Snippet {
  const refused = fetchRefusal(request)
  if (refused) return { refused }
  const headers = request.headers.filter(header => !isForbidden(header))
  if (headers.some(({ value }) => CONTROL.test(value))) {
    return { refused: 'fetch of Node sends no control characters in headers: use cURL.' }
  }
  const pairs = headers.map(({ name, value }) => `    [${jsString(name)}, ${headerBytes(value)}]`)
  const members = pairs.length > 0 ? [`headers: [\n${pairs.join(',\n')}\n  ]`] : []
  return { text: fetchCall(request, members, request.headers.filter(isForbidden), 'Node') }
}

function isForbidden ({ name }: HeaderField): boolean {
  return FORBIDDEN.has(name.toLowerCase())
}
