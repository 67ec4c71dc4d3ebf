// The response that the app gets from a rule: the answer of `respond`, or a real response after `change`. A rule of an older or a hostile
// service must not make the platform throw, so what cannot be sent is left out here, too, although the service refuses it.
import { fromBase64 } from '../exchange/base64.js'
import { utf8Size } from '../exchange/size.js'
import type { ChangeResponse, Respond, RuleBody, RuleHeader } from '../schema/rule.js'
import { BODILESS, UNANSWERABLE } from '../schema/rule-limits.js'
import { isFieldText, isHeaderName } from './header-grammar.js'
import { mergedJson, patchedJson } from './json-change.js'

export type HeaderPairs = readonly (readonly [name: string, value: string])[]

/** A text is sent as UTF-8. */
export type Content = { text: string } | { bytes: Uint8Array<ArrayBuffer> }

export interface Answer {
  status: number
  statusText: string
  /** With content-length; without cookies. */
  headers: HeaderPairs
  content: Content
}

/** The bodies of rules that were loaded apart from the list, by their fingerprint. */
export type StoredBodies = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** In characters. Longer JSON is neither merged nor patched. */
export const MAX_JSON = 1024 * 1024

const EMPTY: Content = { text: '' }

export function canAnswer (status: number): boolean {
  return status >= 200 && status <= 599 && !(UNANSWERABLE as readonly number[]).includes(status)
}

export function isBodiless (status: number): boolean {
  return (BODILESS as readonly number[]).includes(status)
}

/** Undefined if it is not there yet, or cannot be read. */
export function contentOf (body: RuleBody, stored: StoredBodies): Content | undefined {
  if ('text' in body) return body
  if ('stored' in body) {
    const bytes = stored.get(body.stored)
    return bytes && { bytes }
  }
  if ('entry' in body) return undefined
  try {
    return { bytes: fromBase64(body.base64) }
  } catch {
    return undefined
  }
}

export function sizeOf (content: Content): number {
  return 'text' in content ? utf8Size(content.text) : content.bytes.length
}

/** The content as new bytes. */
export function bytesOf (content: Content): Uint8Array<ArrayBuffer> {
  return 'text' in content ? new TextEncoder().encode(content.text) : content.bytes.slice()
}

/** Undefined if a platform cannot make this answer, or if its body is not there yet. */
export function answerOf ({ status, statusText = '', headers = [], body }: Respond, stored: StoredBodies): Answer | undefined {
  const content = body === undefined ? EMPTY : contentOf(body, stored)
  if (!content || !canAnswer(status)) return undefined
  return withContent({ status, statusText: sendableReason(statusText), headers: settable(headers) }, isBodiless(status) ? EMPTY : content)
}

/** The real response, as the platform shows it. */
export interface Original {
  status: number
  statusText: string
  headers: HeaderPairs
}

/**
 * The response after a change, without its body if that stays as it is; then the headers of the body stay, too. With a status that has
 * no body, the body is empty.
 * Undefined if a platform cannot make this answer, or if its body is not there yet.
 */
export function changedHead (
  original: Original, change: ChangeResponse, stored: StoredBodies
): Original & { content?: Content } | undefined {
  const status = change.status ?? original.status
  // The reason of another status would be wrong.
  const { statusText = change.status === undefined ? original.statusText : '' } = change
  if (!canAnswer(status) && status !== original.status) return undefined
  const head = { status, statusText: sendableReason(statusText), headers: changedHeaders(original.headers, change) }
  if (change.body === undefined) return isBodiless(status) && status !== original.status ? withContent(head, EMPTY) : head
  const content = contentOf(change.body, stored)
  return content && withContent(head, isBodiless(status) ? EMPTY : content)
}

/** Whether the body must be read before it can be changed. */
export function readsBody ({ merge, patch }: ChangeResponse): boolean {
  return merge !== undefined || patch !== undefined
}

/** Undefined if the text is not JSON, or is too long. Numbers keep their source text. */
export function changedJson (text: string, { merge, patch }: ChangeResponse): string | undefined {
  if (text.length > MAX_JSON) return undefined
  const merged = merge === undefined ? text : mergedJson(text, merge)
  return merged === undefined || patch === undefined ? merged : patchedJson(merged, patch)
}

/** The content with the headers that say how long it is. */
export function withContent (original: Original, content: Content): Answer {
  const { status, statusText } = original
  const headers = original.headers.filter(([name]) => !/^(?:content-length|content-encoding|transfer-encoding)$/i.test(name))
  // 204 has none (RFC 9110 §8.6).
  return { status, statusText, headers: status === 204 ? headers : [...headers, ['content-length', `${sizeOf(content)}`]], content }
}

/** Removes, then sets: a set header replaces all of its name; the same name twice sets both. */
export function changedHeaders (
  headers: HeaderPairs, { setHeaders = [], removeHeaders = [] }: { setHeaders?: RuleHeader[], removeHeaders?: string[] }
): HeaderPairs {
  const set = settable(setHeaders)
  const gone = new Set([...removeHeaders, ...set.map(([name]) => name)].map(name => name.toLowerCase()))
  return [...headers.filter(([name]) => !gone.has(name.toLowerCase())), ...set]
}

/** Without cookies: scripts cannot set them. */
function settable (headers: RuleHeader[]): [string, string][] {
  return headers.filter(({ name, value }) => isHeaderName(name) && isFieldText(value) && !/^set-cookie2?$/i.test(name))
    .map(({ name, value }) => [name, value.trim()])
}

function sendableReason (text: string): string {
  return isFieldText(text) ? text : ''
}
