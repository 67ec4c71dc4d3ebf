// Parses the subset of PowerShell that snippets use, and returns the request that Invoke-WebRequest would send.
import type { Heard } from './recorder.js'
import { bytesOf } from './requests.js'

type Token = { string: string } | { word: string }

/** Throws at anything but strings, words and the known forms. */
export function requestOfPowershell (script: string): Heard {
  const tokens = tokensOf(script)
  const headers = cookiesIn(tokens)
  const found = new Map<string, Token[]>()
  const start = tokens.findIndex(token => wordOf(token) === 'Invoke-WebRequest')
  let values: Token[] = []
  for (const token of tokens.slice(start + 1)) {
    const word = wordOf(token)
    if (word?.startsWith('-')) found.set(word, values = [])
    else values.push(token)
  }
  const only = (name: string) => textOf(found.get(name)?.[0])
  for (const [name, header] of [['-UserAgent', 'user-agent'], ['-ContentType', 'content-type']] as const) {
    if (found.has(name)) headers.push([header, bytesOf(only(name))])
  }
  headers.push(...tableOf(found.get('-Headers') ?? []))
  return {
    method: only('-Method') || only('-CustomMethod') || 'GET',
    target: only('-Uri').replace(/^http:\/\/[^/]+/, ''),
    headers,
    body: bodyOf(found.get('-Body') ?? [])
  }
}

function tableOf (tokens: Token[]): [string, string][] {
  const [open, ...members] = tokens
  if (!open) return []
  if (wordOf(open) !== '@{' || wordOf(members.pop()) !== '}') throw new Error('no table')
  const pairs: [string, string][] = []
  while (members.length > 0) {
    const [name, equals, value] = members.splice(0, 3)
    if (wordOf(equals) !== '=') throw new Error('no pair')
    pairs.push([stringOf(name), bytesOf(stringOf(value))])
  }
  if (new Set(pairs.map(([name]) => name.toLowerCase())).size < pairs.length) throw new Error('a key is there twice')
  return pairs
}

function bodyOf (tokens: Token[]): string {
  const words = tokens.map(token => wordOf(token) ?? 'STRING').join(' ')
  const text = tokens.find(token => 'string' in token)
  if (tokens.length === 0) return ''
  if (words === '( [System.Text.Encoding]::UTF8.GetBytes ( STRING ) )') return bytesOf(stringOf(text))
  if (words === '( [System.Convert]::FromBase64String ( STRING ) )') return Buffer.from(stringOf(text), 'base64').toString('latin1')
  throw new Error(`${words} is no body`)
}

function cookiesIn (tokens: Token[]): [string, string][] {
  const cookies = tokens.flatMap((token, at) => wordOf(token) === '[System.Net.Cookie]::new' ? [tokens.slice(at + 2, at + 5)] : [])
  const pairs = cookies.map(([name, , value]) => `${stringOf(name)}=${bytesOf(stringOf(value))}`)
  return pairs.length > 0 ? [['cookie', pairs.join('; ')]] : []
}

// A line feed ends a command, unless a backtick is before it.
function tokensOf (script: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < script.length;) {
    const rest = script.slice(at)
    const skipped = /^(?:[ \n]+|`\n|#[^\n]*)/.exec(rest)?.[0]
    const sign = /^(?:@\{|[{}()=,])/.exec(rest)?.[0]
    const word = /^[\w.$[\]:-]+/.exec(rest)?.[0]
    const string = SINGLE.test(rest.charAt(0)) ? singleQuoted(rest) : DOUBLE.test(rest.charAt(0)) ? doubleQuoted(rest) : undefined
    if (string) tokens.push({ string: string.text })
    else if (!skipped && (sign ?? word)) tokens.push({ word: sign ?? word ?? '' })
    else if (!skipped) throw new Error(`${rest.slice(0, 20)} is unknown`)
    at += string?.length ?? (skipped ?? sign ?? word ?? '').length
  }
  return tokens
}

const SINGLE = /^['\u2018-\u201b]$/
const DOUBLE = /^["\u201c-\u201e]$/

// Any kind of single quote ends the string; two in a row stand for the second one.
function singleQuoted (source: string): { text: string, length: number } {
  let text = ''
  for (let at = 1; at < source.length; at++) {
    const char = source.charAt(at)
    if (SINGLE.test(char) && !SINGLE.test(source.charAt(++at))) return { text, length: at }
    text += source.charAt(at)
  }
  throw new Error('a string does not end')
}

const ESCAPES: Record<string, string> = { 0: '\0', a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

// Knows only the escapes of PowerShell 5: e and u{} came later.
function doubleQuoted (source: string): { text: string, length: number } {
  let text = ''
  for (let at = 1; at < source.length; at++) {
    const char = source.charAt(at)
    if (DOUBLE.test(char)) return { text, length: at + 1 }
    if (char === '`') {
      const escaped = source.charAt(++at)
      if (/[eu]/.test(escaped)) throw new Error('an escape of later versions')
      text += ESCAPES[escaped] ?? escaped
    } else if (char === '$') {
      const [all = '', code] = /^\$\(\[char\](\d+)\)/.exec(source.slice(at)) ?? []
      if (code === undefined) throw new Error('a variable is read')
      text += String.fromCharCode(Number(code))
      at += all.length - 1
    } else text += char
  }
  throw new Error('a string does not end')
}

function wordOf (token: Token | undefined): string | undefined {
  return token && 'word' in token ? token.word : undefined
}

function stringOf (token: Token | undefined): string {
  if (!token || !('string' in token)) throw new Error('no string')
  return token.string
}

function textOf (token: Token | undefined): string {
  return token ? Object.values(token)[0] as string : ''
}
