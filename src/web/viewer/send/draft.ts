// A request as a person edits it before sending it; and checks that find its mistakes, and what the browser will change in it.
import { NO_HOST } from '../../../exchange/address.js'
import { isLoopback } from '../../../exchange/loopback.js'
import { parsedUrl } from '../../../exchange/parsed-url.js'
import type { Entry } from '../../../schema/entry.js'
import { byteString } from '../../../snippets/fetch-call.js'
import { isForbiddenHeader } from '../../../snippets/forbidden-headers.js'
import { requestOf } from '../../../snippets/request.js'
import { CONTROL, faultyLineOf, fieldsOf, linesOf, TOKEN } from '../model/header-lines.js'
import type { Outgoing } from '../sender/message.js'

export interface RequestDraft {
  method: string
  url: string
  /** One line per header: `Name: value`. */
  headers: string
  /** Undefined: the recorded body is sent, because it is too long to edit or is not text. */
  body: string | undefined
  credentials: boolean
}

export type DraftFault =
  | { what: 'url' | 'scheme' | 'user' | 'control' | 'method' | 'forbiddenMethod' | 'bodyOfGet' }
  | { what: 'header', line: number }

export interface DraftNotes {
  /** Headers that the browser leaves out or sets itself. */
  left: string[]
  /** An https page may not send requests to an http host. */
  isMixed: boolean
  /** The recording does not contain the host. */
  lacksHost: boolean
}

/** A text area with a longer text is slow. In characters. */
const MAX_EDITED_LENGTH = 200_000
const NEVER_SENT = ['CONNECT', 'TRACE', 'TRACK']

export function draftOf (entry: Entry): RequestDraft {
  const { method, url, headers, body } = requestOf(entry)
  const isEdited = body.base64 === undefined && body.text.length <= MAX_EDITED_LENGTH
  return {
    method,
    url,
    headers: linesOf(headers.filter(({ name }) => !name.startsWith(':'))),
    body: isEdited ? body.text : undefined,
    credentials: false
  }
}

/** `hasBody`: whether the recorded body, which is sent if the draft has none, is not empty. */
export function faultOf ({ method, url, headers, body }: RequestDraft, hasBody: boolean): DraftFault | undefined {
  if (!TOKEN.test(method)) return { what: 'method' }
  if (NEVER_SENT.includes(method.toUpperCase())) return { what: 'forbiddenMethod' }
  if (CONTROL.test(url)) return { what: 'control' }
  const parsed = parsedUrl(url.trim())
  if (!parsed) return { what: 'url' }
  if (!/^https?:$/.test(parsed.protocol)) return { what: 'scheme' }
  if (parsed.username || parsed.password) return { what: 'user' }
  const line = faultyLineOf(headers)
  if (line !== undefined) return { what: 'header', line }
  return ['GET', 'HEAD'].includes(method.toUpperCase()) && (body === undefined ? hasBody : body !== '') ? { what: 'bodyOfGet' } : undefined
}

export function notesOn ({ url, headers }: RequestDraft, isSecure: boolean): DraftNotes {
  const parsed = parsedUrl(url.trim())
  const names = fieldsOf(headers).flatMap(({ name }) => isForbiddenHeader(name)
    ? name
    : /^user-agent$/i.test(name) ? `${name} (Chromium)` : [])
  return {
    left: [...new Set(names)],
    isMixed: isSecure && parsed?.protocol === 'http:' && !isLoopback(parsed.hostname),
    lacksHost: parsed?.hostname === NO_HOST
  }
}

/** Only for a draft without a fault. `recorded`: the bytes of the recorded body. */
export function outgoingOf ({ method, url, headers, body, credentials }: RequestDraft, recorded: () => Uint8Array<ArrayBuffer>): Outgoing {
  // As bytes: for a text, fetch would add its own content type.
  const bytes = body === undefined ? recorded() : new TextEncoder().encode(body)
  return {
    method,
    url: url.trim(),
    headers: fieldsOf(headers).filter(({ name }) => !isForbiddenHeader(name)).map(({ name, value }) => [name, byteString(value)]),
    body: bytes.length > 0 ? bytes : undefined,
    credentials: credentials ? 'include' : 'omit'
  }
}

/** The entry as if the draft had been recorded, for copying it in the various forms. */
export function entryOf (entry: Entry, { method, url, headers, body }: RequestDraft): Entry {
  return { ...entry, method, api: url.trim(), requestHeader: headers, ...body !== undefined && { request: body } }
}
