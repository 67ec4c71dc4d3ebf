// What fetch of a browser and fetch of Node have in common.
import type { HeaderField } from '../exchange/headers.js'
import { charEscape, comments, jsObject, jsString } from './javascript.js'
import { headerOf, type Sendable } from './sendable.js'

/** What it throws at. */
export function fetchRefusal ({ method, body }: Sendable): string | undefined {
  if (['TRACE', 'TRACK'].includes(method)) return `fetch does not send ${method}: use cURL.`
  return body && ['GET', 'HEAD'].includes(method) ? `fetch does not send a body with ${method}: use cURL.` : undefined
}

/** `members`: the source texts of what goes between method and body. `leftOut`: headers that it writes itself, or not at all. */
export function fetchCall (request: Sendable, members: string[], leftOut: HeaderField[], runtime: string): string {
  const { method, body } = request
  const init = [...method === 'GET' ? [] : [`method: ${jsString(method)}`], ...members, ...body ? [`body: ${bodySource(request)}`] : []]
  const names = leftOut.map(({ name }) => name).join(', ')
  return [
    comments([...request.remarks, ...names === '' ? [] : [`Left to ${runtime}: ${names}`]]),
    `const response = await fetch(${jsString(request.normalUrl)}${init.length > 0 ? `, ${jsObject(init, '')}` : ''})\n`,
    'console.log(response.status, await response.text())'
  ].join('')
}

/** A value of a header, of which fetch takes a character for each byte. Other text is sent as UTF-8, as all other forms do. */
export function headerBytes (value: string): string {
  return jsString(byteString(value)).replace(/[\x80-\xff]/g, charEscape)
}

// To a string without a type of its own, fetch would add that it is plain text.
function bodySource (request: Sendable): string {
  const { body = { text: '' } } = request
  if ('base64' in body) return `Uint8Array.from(atob(${jsString(body.base64)}), char => char.charCodeAt(0))`
  return headerOf(request, 'content-type') === undefined ? `new TextEncoder().encode(${jsString(body.text)})` : jsString(body.text)
}

/** A character for each byte of its UTF-8. */
export function byteString (text: string): string {
  return text.replace(/[^\0-\x7f]+/g, run => Array.from(new TextEncoder().encode(run), byte => String.fromCharCode(byte)).join(''))
}
