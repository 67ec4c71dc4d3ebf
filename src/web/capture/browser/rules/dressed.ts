// Makes a response that looks like one from the network. Scripts cannot set the address and the type of a Response, so these are defined as
// own properties.
import { bytesOf, isBodiless, type Answer, type HeaderPairs } from '../../../../rules/answer.js'
import { isChromium } from './failures.js'
import { define, freezeHeaders, nativeClone, NativeHeaders, NativeResponse } from './natives.js'

export interface Looks {
  /** If scripts cannot make a response with this status and a body. */
  status?: number
  url: string
  type: ResponseType
  redirected: boolean
}

export function dressed (response: Response, looks: Looks): Response {
  const { url, type, redirected, status } = looks
  define(response, {
    url: { value: url },
    type: { value: type },
    redirected: { value: redirected },
    clone: { value: () => dressed(nativeClone.call(response), looks), writable: true }
  })
  if (status !== undefined) define(response, { status: { value: status }, ok: { value: status < 300 } })
  freezeHeaders(response.headers)
  return response
}

/** `request`: of the page. */
export function answered (request: Request, { status, statusText, headers, content }: Answer): Response {
  const isSame = new URL(request.url).origin === location.origin
  if (request.mode === 'no-cors' && !isSame) return hidden()
  const looks: Looks = { url: withoutFragment(request.url), type: isSame ? 'basic' : 'cors', redirected: false }
  const isEmpty = request.method === 'HEAD' || isBodiless(status)
  // In Chromium, a response of the network has an empty stream in place of no body.
  const body = !isEmpty ? bytesOf(content) : isChromium ? new Uint8Array() : null
  const init = { status, statusText, headers: joined(headers) }
  if (!isBodiless(status) || !body) return dressed(new NativeResponse(body, init), looks)
  const response = new NativeResponse(body, { ...init, status: 200 })
  return dressed(response, { ...looks, status })
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
