// Invoke-WebRequest, for Windows PowerShell 5 and PowerShell 7. If a request needs PowerShell 7, a comment in the snippet says so.
import type { HeaderField } from '../exchange/headers.js'
import { REDACTED } from '../redact/edit.js'
import { combined } from './combined.js'
import { headerOf, type Sendable } from './sendable.js'
import type { Snippet, SnippetBody } from './snippet.js'

// The methods that the parameter -Method accepts; other methods need -CustomMethod.
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'MERGE', 'PATCH']
// Headers that have a parameter of their own, or that only .NET itself may write.
const NOT_IN_HEADERS = new Set(['user-agent', 'content-type', 'cookie', 'connection', 'proxy-connection', 'expect'])

export function powershell (recorded: Sendable): Snippet {
  const request = { ...recorded, headers: combined(recorded.headers) }
  if (!request.headers.every(({ value }) => /^[\t -~]*$/.test(value))) {
    return { refused: 'PowerShell sends nothing but printable ASCII in headers: use cURL.' }
  }
  const cookie = headerOf(request, 'cookie')
  const session = cookie && cookie !== REDACTED ? sessionLines(cookie, request.host) : []
  if (!session) return { refused: 'PowerShell cannot send these cookies as they are: use cURL.' }
  const remarks = [...request.remarks, ...remarksOn(request)].map(remark => `# ${remark}`)
  const command = ['Invoke-WebRequest -UseBasicParsing', ...parameters(request), ...session.length > 0 ? ['-WebSession $session'] : []]
  return { text: [...remarks, ...session, command.join(' `\n  ')].join('\n') }
}

// A Cookie header would not be sent: the session writes its own.
function sessionLines (cookie: string, host: string): string[] | undefined {
  const cookies = cookiesOf(cookie)
  if (!cookies) return undefined
  return [
    '$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession',
    ...cookies.length > 20 ? ['$session.Cookies.PerDomainCapacity = 300'] : [],
    ...cookies.some(({ value }) => value.length > 3000) ? ['$session.Cookies.MaxCookieSize = 65536'] : [],
    ...cookies.map(
      ({ name, value }) => `$session.Cookies.Add([System.Net.Cookie]::new(${quoted(name)}, ${quoted(value)}, '/', ${quoted(host)}))`
    )
  ]
}

// The names that System.Net.Cookie accepts. It also refuses a comma in a value without quotes.
const NAME = /^[^$\s=;,][^\s=;,]*$/
const MAX_COUNT = 300

/** Splits a Cookie header into cookies from which .NET's CookieContainer writes the same header; undefined if it would write another. */
function cookiesOf (header: string): HeaderField[] | undefined {
  const cookies = header.split(';').map(pair => pair.trim()).filter(pair => pair !== '').map(cookieOf)
  const areSendable = cookies.every(({ name, value }) => NAME.test(name) && (!value.includes(',') || /^".+"$/.test(value)))
  // If several cookies have the same name, only the last would be sent.
  const names = new Set(cookies.map(({ name }) => name.toLowerCase()))
  return areSendable && names.size === cookies.length && cookies.length <= MAX_COUNT ? cookies : undefined
}

function cookieOf (pair: string): HeaderField {
  const equals = pair.indexOf('=')
  // .NET refuses a cookie without a name.
  return equals < 0 ? { name: '', value: pair } : { name: pair.slice(0, equals), value: pair.slice(equals + 1) }
}

function parameters (request: Sendable): string[] {
  const { method, url, headers, body } = request
  const userAgent = headerOf(request, 'user-agent')
  const contentType = headerOf(request, 'content-type')
  const others = headers.filter(({ name }) => !NOT_IN_HEADERS.has(name.toLowerCase()))
  return [
    `-Uri ${quoted(url)}`,
    ...method === 'GET' && !body ? [] : [METHODS.includes(method) ? `-Method ${method}` : `-CustomMethod ${quoted(method)}`],
    ...userAgent ? [`-UserAgent ${quoted(userAgent)}`] : [],
    ...others.length > 0 ? [`-Headers @{\n${others.map(({ name, value }) => `    ${quoted(name)} = ${quoted(value)}\n`).join('')}  }`] : [],
    ...contentType ? [`-ContentType ${quoted(contentType)}`] : [],
    ...body ? [`-Body (${bytes(body)})`] : []
  ]
}

// Old versions would send a string as Latin-1.
function bytes (body: SnippetBody): string {
  return 'text' in body
    ? `[System.Text.Encoding]::UTF8.GetBytes(${quoted(body.text)})`
    : `[System.Convert]::FromBase64String(${quoted(body.base64)})`
}

function remarksOn (request: Sendable): string[] {
  const { method, body } = request
  return [
    ...!METHODS.includes(method) ? ['-CustomMethod needs PowerShell 7'] : [],
    ...body && ['GET', 'HEAD'].includes(method) ? ['A body with GET or HEAD needs PowerShell 7'] : [],
    ...headerOf(request, 'cookie') === REDACTED ? [`Cookies: ${REDACTED}`] : [],
    ...headerOf(request, 'range') !== undefined ? ['The header Range needs PowerShell 7'] : [],
    ...body && method === 'POST' && !headerOf(request, 'content-type')
      ? [
          'No Content-Type was recorded: PowerShell will send the content type of a form'
        ]
      : []
  ]
}

// PowerShell treats typographic quotes as quotes, and reads two quotes as one.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f-\x9f]/g
// Escapes that PowerShell 5 also supports.
const ESCAPES: Record<string, string> = { '\0': '`0', '\x07': '`a', '\b': '`b', '\t': '`t', '\n': '`n', '\v': '`v', '\f': '`f', '\r': '`r' }

/** Line feeds become escapes, too, because some consoles change them when they are pasted. */
function quoted (text: string): string {
  if (text.search(CONTROL) < 0) return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`
  return `"${text.replace(/["\u201c-\u201e$`]/g, '`$&').replace(CONTROL, char => ESCAPES[char] ?? `$([char]${char.charCodeAt(0)})`)}"`
}
