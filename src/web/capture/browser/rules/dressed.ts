// Makes a response that looks like one from the network: scripts can set neither its address nor its type, so these are own properties.
import { bytesOf, isBodiless, type Answer, type HeaderPairs } from '../../../../rules/answer.js'
import { define, freezeHeaders, nativeClone, NativeHeaders, NativeResponse } from './natives.js'

export interface Looks {
  url: string
  type: ResponseType
  redirected: boolean
}

export function dressed (response: Response, looks: Looks): Response {
  const { url, type, redirected } = looks
  define(response, {
    url: { value: url },
    type: { value: type },
    redirected: { value: redirected },
    clone: { value: () => dressed(nativeClone.call(response), looks), writable: true }
  })
  freezeHeaders(response.headers)
  return response
}

/** `request`: of the page. */
export function answered (request: Request, { status, statusText, headers, content }: Answer): Response {
  const isSame = new URL(request.url).origin === location.origin
  if (request.mode === 'no-cors' && !isSame) return hidden()
  const body = request.method === 'HEAD' || isBodiless(status) ? null : bytesOf(content)
  const response = new NativeResponse(body, { status, statusText, headers: joined(headers) })
  return dressed(response, { url: withoutFragment(request.url), type: isSame ? 'basic' : 'cors', redirected: false })
}

/** A page that asks another origin without CORS learns nothing of the answer. */
function hidden (): Response {
  const response = dressed(new NativeResponse(null), { url: '', type: 'opaque', redirected: false })
  define(response, { status: { value: 0 }, ok: { value: false } })
  return response
}

export function joined (pairs: HeaderPairs): Headers {
  const headers = new NativeHeaders()
  for (const [name, value] of pairs) headers.append(name, value)
  return headers
}

function withoutFragment (url: string): string {
  return url.replace(/#.*/s, '')
}
