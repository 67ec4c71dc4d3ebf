// The outcome of a request as the platform gives it to an app: an answer that is passed to `success` or to `fail`.
import type { Content, HeaderPairs } from '../../../../rules/answer.js'
import { utf8Bytes, utf8Text } from '../../core/utf8.js'
import { base64 } from '../../plain/base64.js'
import type { PlatformAnswer, RequestOptions } from '../platform.js'

/** `my`: Alipay, whose answers have other names, and where an error status is a failure. */
export type PlatformKind = 'wx' | 'my' | 'other'

export interface PlatformOutcome {
  name: 'success' | 'fail'
  answer: PlatformAnswer
}

export interface Response {
  status: number
  headers: HeaderPairs
  content: Content
}

/** `given`: what the platform itself has answered, if a rule only changes it. */
export function outcomeOf (
  kind: PlatformKind, options: RequestOptions, { status, headers, content }: Response, given: PlatformAnswer = {}
): PlatformOutcome {
  const header = joined(headers)
  const data = dataOf(kind, options, content)
  return withData(kind, status, header, data, given)
}

export function withData (
  kind: PlatformKind, status: number, header: Record<string, unknown>, data: unknown, given: PlatformAnswer
): PlatformOutcome {
  if (kind !== 'my') {
    const more = { errMsg: 'request:ok', ...kind === 'wx' && !('cookies' in given) && { cookies: [] } }
    const said = given.errMsg !== undefined && { errMsg: given.errMsg }
    return { name: 'success', answer: { ...given, data, statusCode: status, header, ...more, ...said } }
  }
  const { error, errorMessage, data: before, ...rest } = given
  const newer = { ...'statusCode' in given && { statusCode: status }, ...given.header && { header } }
  const answer: PlatformAnswer = { ...rest, status, headers: header, ...newer }
  if (status >= 400) return { name: 'fail', answer: { error: 19, errorMessage: 'http status error', status, data, ...answer } }
  return { name: 'success', answer: { data, ...answer } }
}

export function failure (kind: PlatformKind, why: 'network' | 'timeout' | 'abort'): PlatformOutcome {
  if (kind === 'my') {
    const answer = why === 'timeout' ? { error: 13, errorMessage: 'timeout' } : { error: 12, errorMessage: 'network error' }
    return { name: 'fail', answer }
  }
  return { name: 'fail', answer: { errMsg: why === 'network' ? 'request:fail' : `request:fail ${why}` } }
}

/** How long the platform waits if the app does not say. */
export function timeoutMs (kind: PlatformKind, { timeout }: { timeout?: number }): number {
  return timeout !== undefined && timeout > 0 ? timeout : kind === 'my' ? 30_000 : 60_000
}

export function pairsOf (header: Record<string, unknown>): HeaderPairs {
  return Object.keys(header).map((name): [string, string] => [name, String(header[name])])
}

export function joined (headers: HeaderPairs): Record<string, string> {
  const header: Record<string, string> = {}
  for (const [name, value] of headers) {
    const before = Object.prototype.hasOwnProperty.call(header, name) ? header[name] : undefined
    Object.defineProperty(header, name, {
      value: before === undefined ? value : `${before},${value}`, configurable: true, enumerable: true, writable: true
    })
  }
  return header
}

export function dataOf (kind: PlatformKind, { dataType = 'json', responseType, enableChunked }: RequestOptions, content: Content): unknown {
  // It comes in chunks.
  if (enableChunked) return ''
  if (responseType === 'arraybuffer' || (kind === 'my' && dataType === 'arraybuffer')) return bufferOf(content)
  if (kind === 'my' && dataType === 'base64') {
    return 'text' in content ? base64(utf8Bytes(content.text)) : base64(content.bytes)
  }
  const text = textOf(content)
  return /^json$/i.test(dataType) ? parsed(text) : text
}

export function bufferOf (content: Content): ArrayBuffer {
  const bytes = 'text' in content ? utf8Bytes(content.text) : content.bytes
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}

export function textOf (content: Content): string {
  return 'text' in content ? content.text : utf8Text(content.bytes)
}

function parsed (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
