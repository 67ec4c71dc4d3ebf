// What every form asks of a request before it writes it down: an address and a method that HTTP knows, headers that can stand on
// a line, and none of those that the sender has to write itself.
import { NO_HOST } from '../exchange/address.js'
import type { HeaderField } from '../exchange/headers.js'
import type { RequestBody, SnippetRequest } from './request.js'
import type { SnippetBody } from './snippet.js'
import { targetOf, type Target } from './target.js'

export interface Sendable extends Omit<Target, 'user'> {
  method: string
  /** Names are tokens; values are trimmed and hold no line break and no NUL. At most one of them is a Cookie. */
  headers: HeaderField[]
  body: SnippetBody | undefined
  /** Sentences for a comment. Without quotes and marks, which some shells read even in comments, and never of recorded text. */
  remarks: string[]
}

// The characters of a token (RFC 9110 §5.6.2).
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
// They are about the connection that was. With another's Transfer-Encoding and no body, a server waits for one.
const OF_THE_CONNECTION = new Set(['host', 'content-length', 'transfer-encoding', 'accept-encoding'])

export function sendable (request: SnippetRequest): Sendable | { refused: string } {
  const target = targetOf(request.url)
  if (!target) return { refused: 'Only requests to an address of http or https can be copied like this.' }
  if (!TOKEN.test(request.method)) return { refused: 'The method is no word of HTTP.' }
  if (request.method === 'CONNECT') return { refused: 'CONNECT opens a tunnel: there is nothing to send again.' }
  const named = request.headers.filter(({ name }) => TOKEN.test(name))
  const headers = named.filter(({ name }) => !OF_THE_CONNECTION.has(name.toLowerCase())).map(onOneLine)
  return {
    ...target,
    method: request.method,
    headers: withUser(withOneCookie(headers), target.user),
    body: bodyOf(request.body),
    remarks: remarksOn(request, target.host)
  }
}

/** The first of this name. */
export function headerOf (request: Sendable, name: string): string | undefined {
  return request.headers.find(header => isNamed(header, name))?.value
}

export function isNamed (header: HeaderField, name: string): boolean {
  return header.name.toLowerCase() === name
}

// "By replacing each of the invalid characters with SP" (RFC 9110 §5.5).
function onOneLine ({ name, value }: HeaderField): HeaderField {
  return { name, value: trimmed(value.replace(/[\r\n\0]/g, ' ')) }
}

// Not trim(), which takes spaces of Unicode, too; no regex, which takes long over blanks that do not end the text. For curl, a value of
// form feeds is none.
function trimmed (value: string): string {
  let [start, end] = [0, value.length]
  while (isBlank(value.charAt(start))) start++
  while (end > start && isBlank(value.charAt(end - 1))) end--
  return value.slice(start, end)
}

function isBlank (char: string): boolean {
  return char !== '' && ' \t\v\f'.includes(char)
}

// HTTP/2 splits it (RFC 9113 §8.2.3).
function withOneCookie (headers: HeaderField[]): HeaderField[] {
  const cookies = headers.filter(header => isNamed(header, 'cookie'))
  if (cookies.length < 2) return headers
  const joined = cookies.map(({ value }) => value).filter(value => value !== '').join('; ')
  return headers.flatMap(header => header === cookies[0] ? { name: header.name, value: joined } : isNamed(header, 'cookie') ? [] : header)
}

function withUser (headers: HeaderField[], user: string | undefined): HeaderField[] {
  if (user === undefined || headers.some(header => isNamed(header, 'authorization'))) return headers
  return [...headers, { name: 'Authorization', value: `Basic ${btoa(user)}` }]
}

function bodyOf ({ text, base64 }: RequestBody): SnippetBody | undefined {
  const bytes = base64 === undefined ? undefined : standardBase64(base64)
  const body = bytes === undefined ? { text } : { base64: bytes }
  return Object.values(body)[0] === '' ? undefined : body
}

/** With padding and in the alphabet that every decoder knows; undefined where it stands for nothing. */
function standardBase64 (base64: string): string | undefined {
  const digits = base64.replaceAll('-', '+').replaceAll('_', '/').replace(/={1,2}$/, '')
  if (!/^[A-Za-z\d+/]*$/.test(digits) || digits.length % 4 === 1) return undefined
  return digits + '='.repeat(-digits.length & 3)
}

function remarksOn ({ headers, body }: SnippetRequest, host: string): string[] {
  const isLeftOut = ({ name }: HeaderField) => !TOKEN.test(name) && !name.startsWith(':')
  return [
    ...host === NO_HOST ? [`No host was recorded: put yours in place of ${NO_HOST}`] : [],
    ...body.cut !== undefined ? ['The recorder kept only a part of the body'] : [],
    ...headers.some(isLeftOut) ? ['Left out: header lines that are none of HTTP'] : []
  ]
}
