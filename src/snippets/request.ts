// The request of an entry, as it was recorded. Its texts may be invalid: sendable.ts prepares them for the formats.
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
  /** The bytes of a body that is not text. */
  base64?: string | undefined
  /** The words that say that only a part was kept; undefined if the body is complete. */
  cut?: string | undefined
}

/** `origin`: the origin to which the app sends its requests, for entries without a host: `https://shop.example`. */
export function requestOf (entry: Entry, origin = `http://${NO_HOST}`): SnippetRequest {
  const { href, path, query } = addressOf(entry)
  return {
    method: entry.method,
    url: href ?? `${origin}${path.startsWith('/') ? '' : '/'}${path}${query}`,
    headers: readHeaders(entry.requestHeader).fields,
    body: requestBodyOf(entry)
  }
}
