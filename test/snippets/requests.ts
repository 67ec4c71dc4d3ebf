// Requests that people record, and hostile ones, which have every character that a shell, a language or curl treats specially, in every
// place. For each, the request that must arrive is computed without the tested code.
import fc from 'fast-check'
import type { HeaderField } from '../../src/exchange/headers.js'
import type { SnippetRequest } from '../../src/snippets/request.js'
import { anyCharacter } from '../support/any-character.js'
import type { Heard } from './recorder.js'

/** A request, and the parts that its texts were made from. */
export interface Recorded extends SnippetRequest {
  target: string
  bytes: Buffer
}

const HOSTILE = [...'\'"\\`$!%&|<>()^*?[]{}#~;:, =@-+/.\n\r\t']
const WORDS = [
  '@/etc/passwd', '$(id)', '`id`', '$' + '{HOME}', '!!', '!$', '%PATH%', '%=ExitCode:a=b%', '%^PATH%', '%%', '%1', "'\\''", "$'", '\\',
  '\\\\"', '\\n',
  '"', '""', '-X', '--', '-', ';',
  '\ud800', 'a\udc00', '\u2028', '\u2018\u2019\u201a\u201b', '\u201c\u201d\u201e', '[1-9]', '{a,b}',
  '^', '^^', '\x7f', '\x1b[31m', '\0', '\x000', '\x85', '\ufeff', 'é', '茶', '👩‍🍳',
  '~', '#', '# ', '*', '\\u0021', '\\x41', '&&', '||', '</script>', '...', '/../', '%2e%2e', '%00', '%0a', "'@\n@'",
  '\n^a^b', '\n!!', '\n~', '\n#'
]

export function anyText (): fc.Arbitrary<string> {
  const parts = fc.oneof(
    fc.string({ unit: fc.constantFrom(...HOSTILE) }),
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.string({ unit: fc.integer({ min: 0, max: 255 }).map(code => String.fromCharCode(code)) }),
    fc.constantFrom(...WORDS),
    fc.json()
  )
  return fc.oneof(parts, fc.array(parts, { maxLength: 4 }).map(all => all.join('')))
}

/** Texts without control characters, which dash can read. */
export function plainText (): fc.Arbitrary<string> {
  // eslint-disable-next-line no-control-regex
  return anyText().map(text => text.replace(/[\0-\x09\x0b-\x1f\x7f-\x9f]/g, ''))
}

/** Printable ASCII characters and line feeds. */
export function asciiText (): fc.Arbitrary<string> {
  return anyText().map(text => text.replace(/[^ -~\n]/g, ''))
}

const TOKEN = fc.string({ unit: fc.constantFrom(...'!#$%&\'*+-.^_`|~09azAZ'), minLength: 1, maxLength: 12 })
const KNOWN = [
  'Accept', 'accept', 'User-Agent', 'Content-Type', 'content-type', 'Cookie', 'Authorization', 'Referer', 'Origin', 'Range',
  'If-None-Match', 'X-Empty', 'Connection',
  'Accept-Language', 'TE', 'Date', '__proto__', 'constructor', 'Sec-Fetch-Mode', 'Cache-Control',
  'Host', 'Content-Length', 'Accept-Encoding', 'Transfer-Encoding', ':authority', ':path'
]
const NAMES = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...KNOWN) },
  { weight: 1, arbitrary: TOKEN }
)
const METHODS = fc.oneof(
  {
    weight: 8, arbitrary: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT')
  },
  { weight: 1, arbitrary: TOKEN },
  { weight: 1, arbitrary: fc.constantFrom('A$HOME', '$$', 'A*', '~', "A'B", '`A`', '!!', '#A', '^A', 'A|B', 'A&B', '%A%', '-X', '--', 'a') }
)

export interface Kind {
  origin: string
  text?: fc.Arbitrary<string>
  /** Keeps only requests for which it returns true. */
  where?: (request: Recorded) => boolean
}

export function anyRequest ({ origin, text = anyText(), where = () => true }: Kind): fc.Arbitrary<Recorded> {
  const header = fc.record({ name: NAMES, value: fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 8, arbitrary: text }) })
  const bytes = fc.oneof({ weight: 5, arbitrary: text.map(chars => ({ chars })) },
    { weight: 1, arbitrary: fc.uint8Array().map(array => ({ array })) })
  const headers = fc.array(header, { maxLength: 6 })
  return fc.record({
    method: METHODS, path: text, query: fc.option(text), fragment: fc.option(text), headers, body: fc.option(bytes, { freq: 2 })
  })
    .map(parts => requestOf(origin, parts))
    .filter(request => !(request.method === 'HEAD' && request.bytes.length > 0) && where(request))
}

interface Parts {
  method: string
  path: string
  query: string | null
  fragment: string | null
  headers: HeaderField[]
  body: { chars: string } | { array: Uint8Array } | null
}

function requestOf (origin: string, { method, path, query, fragment, headers, body }: Parts): Recorded {
  const target = `/${path.replace(/[#?]/g, '')}${query === null ? '' : `?${query.replaceAll('#', '')}`}`
  const bytes = !body ? Buffer.from('') : 'chars' in body ? utf8(body.chars) : Buffer.from(body.array)
  return {
    method,
    url: origin + target + (fragment === null ? '' : `#${fragment}`),
    headers,
    body: !body ? { text: '' } : 'chars' in body ? { text: body.chars } : { text: '', base64: bytes.toString('base64') },
    target,
    bytes
  }
}

/** The request that must arrive: method, target, headers without those of the connection, and body. Header names are in lower case. */
export function expected ({ method, target, headers, bytes }: Recorded): Heard {
  const sent = headers.filter(({ name }) => !name.startsWith(':') && !OWN.has(name.toLowerCase()))
    .map(({ name, value }): [string, string] =>
      [name.toLowerCase(), bytesOf(value.replace(/[\0\r\n]/g, ' ').replace(/^[ \t\v\f]+|[ \t\v\f]+$/g, ''))])
  return { method, target: percentEncoded(target), headers: sorted(withOneCookie(sent)), body: bytes.toString('latin1') }
}

/** The request that did arrive, in the same form, without the headers that the sender adds by itself. */
export function arrived ({ method, target, headers, body }: Heard, shouldBe: Heard, added: Record<string, RegExp>): Heard {
  const isRecorded = (name: string) => shouldBe.headers.some(header => header[0] === name)
  const kept = headers.map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name, value]) => isRecorded(name) || !(OWN_VALUES[name] ?? added[name])?.test(value))
  return { method, target, headers: sorted(kept), body }
}

const OWN = new Set(['host', 'content-length', 'transfer-encoding', 'accept-encoding'])
const OWN_VALUES: Record<string, RegExp> = { host: /^127\.0\.0\.1:\d+$/, 'content-length': /^\d+$/, 'x-test': /^\d+$/ }

function withOneCookie (headers: [string, string][]): [string, string][] {
  const cookies = headers.filter(([name]) => name === 'cookie').map(([, value]) => value)
  return [
    ...headers.filter(([name]) => name !== 'cookie'),
    ...cookies.length > 0 ? [['cookie', cookies.filter(value => value !== '').join('; ')] as [string, string]] : []
  ]
}

// The sort is stable: headers with the same name stay in order.
function sorted (headers: [string, string][]): [string, string][] {
  return headers.sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0)
}

function percentEncoded (text: string): string {
  return [...utf8(text)]
    .map(byte => byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

/** Encodes the text as UTF-8, with one character for each byte. */
export function bytesOf (text: string): string {
  return utf8(text).toString('latin1')
}

// Unpaired surrogates become U+FFFD.
function utf8 (text: string): Buffer {
  return Buffer.from(text, 'utf8')
}

/** Joins the values of the same name, as senders may do. */
export function combined (headers: [string, string][]): [string, string][] {
  const names = [...new Set(headers.map(([name]) => name))]
  return names.map(wanted => [wanted, headers.filter(([name]) => name === wanted).map(([, value]) => value).join(', ').replace(/ $/, '')])
}

/** A POST without headers and body, or with the given parts. */
export function plainRequest (
  given: { origin?: string, method?: string, path?: string, headers?: HeaderField[], body?: string }
): Recorded {
  const { origin = 'http://127.0.0.1:8080', method = 'POST', path = 'a', headers = [], body = '' } = given
  return requestOf(origin, { method, path, query: null, fragment: null, headers, body: body === '' ? null : { chars: body } })
}
