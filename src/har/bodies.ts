// Recorded bodies as they are pushed: text as it is, and bytes as a `data:` URL with base64.
import type { Content, Request } from 'har-format'
import { fromBase64 } from '../exchange/base64.js'
import { listOf, objectOf, stringOrEmpty, type AsWritten } from './recording.js'

// HAR has no field for binary request bodies: Reqable adds `encoding` to postData, as planned for HAR 1.3; HTTP Toolkit writes _content.
type Encoded = AsWritten<{ text: string, encoding: string, mimeType: string }>

export function requestBody (request: AsWritten<Request>): string {
  const postData = objectOf(request.postData)
  if (stringOrEmpty(postData.text)) return textOrBytes(postData)
  const { _content } = request as { _content?: Encoded | null }
  if (stringOrEmpty(objectOf(_content).text)) return textOrBytes({ mimeType: typeOf(request), ..._content })
  // A recorder that has parsed a form may keep no text. The content of a file is lost then: its name replaces it.
  const fields = new URLSearchParams()
  for (const { name, value, fileName } of listOf(postData.params).map(objectOf)) {
    fields.append(stringOrEmpty(name), stringOrEmpty(value ?? fileName))
  }
  return fields.toString()
}

export function responseBody (content: AsWritten<Content> | null | undefined): string {
  return textOrBytes(objectOf(content))
}

function textOrBytes ({ text, encoding, mimeType }: Encoded): string {
  const [body, type] = [stringOrEmpty(text), stringOrEmpty(mimeType)]
  if (!body || encoding !== 'base64') return body
  const decoded = TEXTUAL.test(type) ? decode(body, type) : undefined
  return decoded ?? `data:${inUrl(type) || 'application/octet-stream'};base64,${body}`
}

const TEXTUAL = /^text\/|[/+-](nd)?(json|xml|javascript|ecmascript|yaml|graphql)\b|\/x-www-form-urlencoded\b/i

/** Undefined if the bytes are not text in the declared charset: the bytes are more useful than garbled text. */
function decode (base64: string, mimeType: string): string | undefined {
  const charset = /charset="?([^\s;"]+)/i.exec(mimeType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(fromBase64(base64))
  } catch {
    return undefined
  }
}

/** In a `data:` URL, the first comma ends the type, so the type must not contain one. */
function inUrl (mimeType: string): string {
  return /^[^,\r\n]{0,200}/.exec(mimeType)?.[0] ?? ''
}

function typeOf ({ headers }: AsWritten<Request>): string {
  return stringOrEmpty(listOf(headers).map(objectOf).find(({ name }) => stringOrEmpty(name).toLowerCase() === 'content-type')?.value)
}
