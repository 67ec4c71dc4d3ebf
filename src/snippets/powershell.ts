// Invoke-WebRequest, for Windows PowerShell 5 and PowerShell 7. What only 7 can do is said in a comment.
import { REDACTED } from '../redact/edit.js'
import { combined } from './combined.js'
import { cookiesOf } from './cookies.js'
import { powershellQuoted as quoted } from './powershell-quote.js'
import { headerOf, type Sendable } from './sendable.js'
import type { Snippet, SnippetBody } from './snippet.js'

// What the cmdlet's own parameter takes; other words are for -CustomMethod.
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'MERGE', 'PATCH']
// They have parameters of their own, or .NET lets nobody but itself write them.
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

// A header of the name Cookie does not leave: the session writes its own.
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
          'No Content-Type was recorded: PowerShell will call the body a form'
        ]
      : []
  ]
}
