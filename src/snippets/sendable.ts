// Prepares a request for all formats: checks that its address and method are valid, puts each header on one line, and drops the headers
// that the sending tool, such as curl, must write itself.
import { NO_HOST } from '../exchange/address.js'
import type { HeaderField } from '../exchange/headers.js'
import { parsedUrl } from '../exchange/parsed-url.js'
import type { RequestBody, SnippetRequest } from './request.js'
import type { SnippetBody } from './snippet.js'

export interface Sendable extends Omit<Target, 'user'> {
  method: string
  /** Names are tokens; values are trimmed and contain no line break and no NUL. At most one header is a Cookie. */
  headers: HeaderField[]
  body: SnippetBody | undefined
  /** Sentences for a comment, without recorded text, and without quotes and special characters, which some shells read even there. */
  remarks: string[]
}

// The characters of a token (RFC 9110 §5.6.2).
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
// Headers of the recorded connection. With its Transfer-Encoding but without a body, a server would wait for a body.
const OF_THE_CONNECTION = new Set(['host', 'content-length', 'transfer-encoding', 'accept-encoding'])

export function sendable (request: SnippetRequest): Sendable | { refused: string } {
  const target = targetOf(request.url)
  if (!target) return { refused: 'Only requests to http or https addresses can be copied in this format.' }
  if (!TOKEN.test(request.method)) return { refused: 'The method of this request is not a valid HTTP method.' }
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

/** The value of the first header with this name. */
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

// Not trim(), which also removes Unicode spaces; not a regex, which is slow on long runs of blanks inside the text. curl treats a value
// of only form feeds as empty.
function trimmed (value: string): string {
  let [start, end] = [0, value.length]
  while (isBlank(value.charAt(start))) start++
  while (end > start && isBlank(value.charAt(end - 1))) end--
  return value.slice(start, end)
}

function isBlank (char: string): boolean {
  return char !== '' && ' \t\v\f'.includes(char)
}

// HTTP/2 may split the Cookie header (RFC 9113 §8.2.3).
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

/** With padding and in the alphabet that every decoder knows; undefined if the text is not valid base64. */
function standardBase64 (base64: string): string | undefined {
  const digits = base64.replaceAll('-', '+').replaceAll('_', '/').replace(/={1,2}$/, '')
  if (!/^[A-Za-z\d+/]*$/.test(digits) || digits.length % 4 === 1) return undefined
  return digits + '='.repeat(-digits.length & 3)
}

function remarksOn ({ headers, body }: SnippetRequest, host: string): string[] {
  const isLeftOut = ({ name }: HeaderField) => !TOKEN.test(name) && !name.startsWith(':')
  return [
    ...host === NO_HOST ? [`No host was recorded: replace ${NO_HOST} with yours`] : [],
    ...body.cut !== undefined ? ['The recorder kept only a part of the body'] : [],
    ...headers.some(isLeftOut) ? ['Left out: lines that are not valid HTTP headers'] : []
  ]
}

// A target is printable ASCII, without a fragment and without a user, so that every form can carry it.
interface Target {
  /** With the path and query as recorded: only characters that cannot stand in a request line are encoded. */
  url: string
  /** Normalized by the URL standard, which may change the path: fetch always sends this form. */
  normalUrl: string
  /** Without a port. */
  host: string
  /** The bytes of `user:password`, if the address had them: fetch refuses them in an address. */
  user: string | undefined
}

const ADDRESS = /^(https?:\/\/)([^/?#\\]*)[/\\]?([^#]*)/i

/** Undefined if it cannot be requested: another scheme, or no host. */
function targetOf (recorded: string): Target | undefined {
  const [, scheme = '', authority = '', rest = ''] = ADDRESS.exec(recorded) ?? []
  const start = authority === '' ? undefined : parsedUrl(scheme + authority)
  if (!start) return undefined
  const { origin, username, password } = start
  const url = `${origin}/${encoded(rest)}`
  const normal = parsedUrl(url)
  const user = username || password ? decoded(`${username}:${password}`) : undefined
  return normal && { url, normalUrl: normal.href, host: normal.hostname, user }
}

// A blank would end the target. All other printable characters stay as they are, even if RFC 3986 does not allow them.
function encoded (text: string): string {
  return text.toWellFormed().replace(/[^!-~]+/g, run => encodeURIComponent(run))
}

// One character for each byte, as btoa requires.
function decoded (text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
