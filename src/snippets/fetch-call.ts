// The common parts of the snippets for fetch in a browser and fetch in Node.
import type { HeaderField } from '../exchange/headers.js'
import { charEscape, comments, jsObject, jsString } from './javascript.js'
import { headerOf, type Sendable } from './sendable.js'

/** Why fetch would refuse the request; undefined if fetch can send it. */
export function fetchRefusal ({ method, body }: Sendable): string | undefined {
  if (['TRACE', 'TRACK'].includes(method)) return `fetch does not send ${method}: use cURL.`
  return body && ['GET', 'HEAD'].includes(method) ? `fetch does not send a body with ${method}: use cURL.` : undefined
}

/** `members`: the source texts of the members between method and body. `leftOut`: headers that fetch writes itself, or never sends. */
export function fetchCall (request: Sendable, members: string[], leftOut: HeaderField[], runtime: string): string {
  const { method, body } = request
  const init = [...method === 'GET' ? [] : [`method: ${jsString(method)}`], ...members, ...body ? [`body: ${bodySource(request)}`] : []]
  const names = leftOut.map(({ name }) => name).join(', ')
  return [
    comments([...request.remarks, ...names === '' ? [] : [`Headers that only ${runtime} can set: ${names}`]]),
    `const response = await fetch(${jsString(request.normalUrl)}${init.length > 0 ? `, ${jsObject(init, '')}` : ''})\n`,
    'console.log(response.status, await response.text())'
  ].join('')
}

/** The value of a header. fetch accepts one character for each byte, so other characters become UTF-8, as in all other forms. */
export function headerBytes (value: string): string {
  return jsString(byteString(value)).replace(/[\x80-\xff]/g, charEscape)
}

// For a string body without a Content-Type, fetch would send text/plain.
function bodySource (request: Sendable): string {
  const { body = { text: '' } } = request
  if ('base64' in body) return `Uint8Array.from(atob(${jsString(body.base64)}), char => char.charCodeAt(0))`
  return headerOf(request, 'content-type') === undefined ? `new TextEncoder().encode(${jsString(body.text)})` : jsString(body.text)
}

/** One character for each UTF-8 byte of the text. */
export function byteString (text: string): string {
  return text.replace(/[^\0-\x7f]+/g, run => Array.from(new TextEncoder().encode(run), byte => String.fromCharCode(byte)).join(''))
}
