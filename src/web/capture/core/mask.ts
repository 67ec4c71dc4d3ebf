// Masks secrets by their names before anything leaves the app: in headers, addresses, JSON, forms and storage. Unlike the service it must
// cope with texts that were cut, so it reads JSON piece by piece and never as a whole.
import { secretNames, PASSWORD_NAMES, type IsSecret } from '../../../redact/names.js'
import { MASKED, maskedJson } from './mask-json.js'
import type { MaskOptions } from './options.js'

export interface Masker {
  /** A body: JSON, a form, or anything else, which stays. */
  text: Masked
  url: Masked
  /** Raw, with or without a start line. */
  headers: Masked
  /** JSON of the page's address and title. */
  page: Masked
}

type Masked = (text: string) => string

export function maskerOf (mask: false | MaskOptions = {}): Masker {
  if (mask === false) {
    const same = (text: string) => text
    return { text: same, url: same, headers: same, page: same }
  }
  const isSecret = remembered(secretNames([...PASSWORD_NAMES, ...mask.names ?? []]))
  const text = (text: string) => maskedText(text, isSecret)
  const header = remembered(line => maskedHeader(line, isSecret, text))
  return {
    text,
    url: url => maskedUrl(url, isSecret, text),
    headers: raw => raw.split('\n').map(header).join('\n'),
    page: latest(text)
  }
}

/** For what is mostly the same as the time before. */
function latest (mask: Masked): Masked {
  let [last, masked] = ['', '']
  return text => {
    if (text !== last) [last, masked] = [text, mask(text)]
    return masked
  }
}

const MOST_REMEMBERED = 1000
const LONGEST_REMEMBERED = 100

/** For names and lines of headers, which come again and again. */
function remembered<T> (of: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return text => {
    let found = known.get(text)
    if (found === undefined) {
      found = of(text)
      if (text.length > LONGEST_REMEMBERED) return found
      if (known.size >= MOST_REMEMBERED) known.clear()
      // Put together and cut again: engines keep the whole body in memory where a piece of it, as it is, is kept.
      known.set(` ${text}`.slice(1), found)
    }
    return found
  }
}

// Texts within texts, as deep as apps have them.
const MOST_LEVELS = 8
// A text without any of these has no names with values: most headers, and most strings of JSON.
const TELLING = /["=@]/

function maskedText (text: string, isSecret: IsSecret, level = 0): string {
  if (level > MOST_LEVELS || !TELLING.test(text)) return text
  const inText = (inner: string) => maskedText(inner, isSecret, level + 1)
  if (/^\s*["[{]/.test(text)) return maskedJson(text, isSecret, inText)
  if (text.startsWith('--')) return maskedMultipart(text, isSecret, inText)
  if (/^(?:[^\s=&?#]*[?#]|(?:[a-z][a-z\d+.-]*:)?\/\/)\S*$/i.test(text)) return maskedUrl(text, isSecret, inText)
  return /^[^\s=<>{}"']+=/.test(text) ? maskedPairs(text, '&', isSecret, inText) : text
}

function maskedHeader (line: string, isSecret: IsSecret, inText: Masked): string {
  const request = /^[A-Z-]+ (\S+) HTTP\//.exec(line)?.[1]
  if (request !== undefined) return line.replace(request, () => maskedUrl(request, isSecret, inText))
  const [, start, name = '', value = '', end = ''] = /^(([^\s:]+)[ \t]*:[ \t]*)(.*?)(\r?)$/.exec(line) ?? []
  if (start === undefined) return line
  if (isSecret(name)) return start + MASKED + end
  return start + (/^(?:set-)?cookie$/i.test(name) ? maskedPairs(value, ';', isSecret, inText) : inText(value)) + end
}

/** What stands before the host, the query, and a fragment that is written like one. */
function maskedUrl (url: string, isSecret: IsSecret, inText: Masked): string {
  const start = url.search(/[?#]/)
  const path = start < 0 ? url : url.slice(0, start)
  const rest = start < 0 ? '' : url.slice(start)
  const host = isSecret('password') ? path.replace(/^([a-z][a-z\d+.-]*:\/\/[^/:@]*:)[^/]*@/i, (_, before: string) => `${before}${MASKED}@`) : path
  return host + rest.replace(/[^?#]+/g, part => maskedPairs(part, '&', isSecret, inText))
}

function maskedPairs (text: string, separator: string, isSecret: IsSecret, inText: Masked): string {
  if (!text.includes('=')) return text
  return text.split(separator).map(pair => {
    const equals = pair.indexOf('=')
    if (equals < 0) return pair
    const name = pair.slice(0, equals + 1)
    const value = pair.slice(equals + 1)
    if (isSecret(decoded(name.slice(0, -1)).trim())) return name + MASKED
    if (!/%(?:7B|5B|22|3D|3F)|[{[?=]/i.test(value)) return pair
    const plain = decoded(value)
    const masked = inText(plain)
    return masked === plain ? pair : name + encodeURIComponent(masked)
  }).join(separator)
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}

function maskedMultipart (text: string, isSecret: IsSecret, inText: Masked): string {
  const boundary = /^--\S{1,200}/.exec(text)?.[0] ?? '--'
  return text.split(`\n${boundary}`).map(part => {
    const [head] = /^[^]*?\r?\n\r?\n/.exec(part) ?? []
    const name = /;\s*name="?([^";\r\n]*)/i.exec(head ?? '')?.[1]
    if (head === undefined || name === undefined) return part
    const end = part.endsWith('\r') ? '\r' : ''
    return head + (isSecret(name) ? MASKED : inText(part.slice(head.length, part.length - end.length))) + end
  }).join(`\n${boundary}`)
}
