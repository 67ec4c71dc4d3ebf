// The request of an entry, as it was recorded. Nothing is promised about its texts: sendable.ts makes them fit for the forms.
import { NO_HOST, addressOf } from '../exchange/address.js'
import { requestBodyOf } from '../exchange/body.js'
import { readHeaders, type HeaderField } from '../exchange/headers.js'
import type { Entry } from '../schema/entry.js'

export interface SnippetRequest {
  method: string
  /** Absolute. */
  url: string
  headers: HeaderField[]
  body: RequestBody
}

export interface RequestBody {
  text: string
  /** The bytes of a body that is no text. */
  base64?: string | undefined
  /** What says that only a part was kept. */
  cut?: string | undefined
}

/** `origin`: where the app is known to ask, for entries that do not say it: `https://shop.example`. */
export function requestOf (entry: Entry, origin = `http://${NO_HOST}`): SnippetRequest {
  const { href, path, query } = addressOf(entry)
  return {
    method: entry.method,
    url: href ?? `${origin}${path.startsWith('/') ? '' : '/'}${path}${query}`,
    headers: readHeaders(entry.requestHeader).fields,
    body: requestBodyOf(entry)
  }
}
