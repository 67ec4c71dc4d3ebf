// The bodies to record: the data of a request as the platform sends it, and the data of an answer as the platform parsed it.
import type { BodyRecord, RawRecord, ReadyRecord } from '../core/body.js'
import { base64 } from '../plain/base64.js'
import type { RequestOptions } from './platform.js'

/** For GET and similar methods, the platform sends the data in the address. */
export function addressOf ({ url, data, method }: RequestOptions): string {
  if (!isInAddress(method) || !isObject(data)) return url
  const query = formOf(data)
  return query ? url + (url.includes('?') ? '&' : '?') + query : url
}

/** Whether the platform sends the data in the address. */
export function isDataInAddress ({ data, method }: RequestOptions): boolean {
  return isInAddress(method) && isObject(data)
}

export function requestBodyOf (options: RequestOptions, limitBytes: number): BodyRecord | undefined {
  const { data, method } = options
  if (data === undefined || data === null || data === '' || isInAddress(method)) return undefined
  if (!isObject(data)) return bodyOf(data, '', limitBytes)
  return { text: /urlencoded/i.test(contentTypeOf(headerOf(options))) ? formOf(data) : JSON.stringify(data) }
}

/** `type`: the content type, if there is one. */
export function bodyOf (data: unknown, type: string, limitBytes: number): BodyRecord | undefined {
  if (data === undefined || data === null || data === '') return undefined
  if (typeof data === 'string') return { text: data }
  const bytes = bytesOf(data)
  if (!bytes) return { text: JSON.stringify(data), note: 'response: JSON, re-serialized' }
  const kept = bytes.subarray(0, limitBytes)
  return {
    base64: base64(kept),
    type: type.split(';')[0]?.trim() || 'application/octet-stream',
    ...(kept.length < bytes.length && { cutFrom: bytes.length })
  }
}

/** undefined if these are no bytes. */
export function bytesOf (data: unknown): Uint8Array | undefined {
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : undefined
}

/** Converts the bytes of a message. */
export function converted ({ raw, type, size, ...rest }: RawRecord): ReadyRecord {
  return { base64: base64(raw as Uint8Array), type, ...rest }
}

export function headerOf (
  { header, headers }: { header?: Record<string, unknown>, headers?: Record<string, unknown> }
): Record<string, unknown> {
  return header ?? headers ?? {}
}

export function contentTypeOf (header: Record<string, unknown>): string {
  const name = Object.keys(header).find(name => name.toLowerCase() === 'content-type')
  return name === undefined ? '' : String(header[name])
}

/** `startLine`: without its line break. */
export function rawHeader (startLine: string, header: Record<string, unknown>): string {
  return [startLine, ...Object.keys(header).map(name => `${name}: ${String(header[name])}`), '', ''].join('\r\n')
}

function isInAddress (method = 'GET'): boolean {
  return /^(?:get|head|options|delete)$/i.test(method)
}

function isObject (data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !(data instanceof ArrayBuffer) && !ArrayBuffer.isView(data)
}

function formOf (data: Record<string, unknown>): string {
  return Object.keys(data).map(key => `${encodeURIComponent(key)}=${encodeURIComponent(dataText(data[key]))}`).join('&')
}

function dataText (value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value) ?? ''
}
