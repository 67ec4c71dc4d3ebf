// The raw text of a recorded request or response before its body: its start line, then its headers. The status is read from the start line.
import type { Header, Request, Response } from 'har-format'
import { parsedUrl } from '../exchange/parsed-url.js'
import { listOf, objectOf, stringOrEmpty, type AsWritten } from './recording.js'

export function rawHeaders (startLine: string, headers: AsWritten<Header>[] | null | undefined): string {
  const lines = listOf(headers).map(objectOf).flatMap(({ name, value }) => headerLines(inLine(stringOrEmpty(name)), stringOrEmpty(value)))
  return [...startLine && [startLine], ...lines].join('\r\n')
}

/** The start line of a request; it exists even if no headers were recorded. */
export function requestLine ({ method, url, httpVersion }: AsWritten<Request>): string {
  return `${inLine(stringOrEmpty(method) || 'GET')} ${pathOf(stringOrEmpty(url)).replace(/\s/g, encodeURIComponent)} ${versionOf(httpVersion)}`
}

/** The start line of a response; empty if no status was recorded. A failed request has the status 0; Playwright writes -1. */
export function statusLine ({ status, statusText, httpVersion }: AsWritten<Response>): string {
  if (typeof status !== 'number' || !Number.isInteger(status) || status > 999) return ''
  return `${versionOf(httpVersion)} ${Math.max(0, status)} ${inLine(stringOrEmpty(statusText))}`.trimEnd()
}

/** Path and query, as an app names its request. */
export function pathOf (url: string): string {
  const { pathname, search } = parsedUrl(url) ?? { pathname: url, search: '' }
  return pathname + search || '/'
}

// The most that repeated names may add: a long name with thousands of empty values would take all memory.
const MAX_ADDED = 64 * 1024

// Chrome joins the values of a repeated header by line feeds: each becomes a line of its own again.
function headerLines (name: string, value: string): string[] {
  const values = value.split(/\r?\n/)
  const added = values.length * (name.length + ': \r\n'.length)
  const lines = added > value.length + MAX_ADDED ? [inLine(value)] : values
  return lines.map(line => `${name}: ${line}`)
}

// Browsers write h2, h3-29, http/2.0 and HTTP/2; some write unknown, or nothing.
function versionOf (written: string | null | undefined): string {
  const [, major, minor = '1'] = /^(?:http\/|h)(\d)(?:\.(\d))?/i.exec(stringOrEmpty(written)) ?? []
  if (major === undefined) return 'HTTP/1.1'
  return major === '1' || major === '0' ? `HTTP/${major}.${minor}` : `HTTP/${major}`
}

function inLine (text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}
