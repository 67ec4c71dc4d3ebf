// The changes that rules make to one request and to its response, one after the other.
import {
  changedHead, changedJson, isBodiless, readsBody, withContent, type Content, type HeaderPairs, type Original, type StoredBodies
} from '../../../../rules/answer.js'
import { changedRequest } from '../../../../rules/request-change.js'
import type { RuleChange, ChangeResponse } from '../../../../schema/rule.js'
import { utf8Text } from '../utf8.js'

export interface SentRequest { url: string, headers: HeaderPairs }

export interface ChangedRequest extends SentRequest {
  /** Undefined if the body stays. */
  content: Content | undefined
}

/** Undefined if no change is about the request. */
export function requestAfter (
  sent: SentRequest, changes: readonly RuleChange[], bodies: StoredBodies
): ChangedRequest | undefined {
  let after: ChangedRequest | undefined
  for (const { request } of changes) {
    const changed = request && changedRequest(after ?? sent, request, bodies)
    if (changed) after = { ...changed, content: changed.content ?? after?.content }
  }
  return after
}

export function responseChanges (changes: readonly RuleChange[]): ChangeResponse[] {
  return changes.flatMap(({ response }) => response ?? [])
}

/** How a response must be treated: its body stays, is replaced whatever it is, or must be read first. */
export function bodyNeed (changes: readonly ChangeResponse[]): 'none' | 'replaced' | 'read' {
  if (changes.some(change => readsBody(change) && change.body === undefined)) return 'read'
  return changes.some(({ status, body }) => body !== undefined || (status !== undefined && isBodiless(status))) ? 'replaced' : 'none'
}

export interface ChangedResponse extends Original {
  /** Undefined if the body stays. */
  content?: Content | undefined
  /** What could not be changed, as a sentence without a period. */
  note?: string | undefined
}

/** `text`: the body, if it was read and is JSON. */
export function responseAfter (
  original: Original, text: string | undefined, changes: readonly ChangeResponse[], bodies: StoredBodies
): ChangedResponse {
  let after: ChangedResponse = original
  for (const change of changes) {
    const head = changedHead(after, change, bodies)
    if (!head) {
      after = { ...after, note: NOT_MADE }
      continue
    }
    after = { content: after.content, note: after.note, ...head }
    if (readsBody(change)) after = patched(after, text, change)
  }
  return after
}

const NOT_MADE =
  'the response was not changed: the body of the rule has not been loaded, or this platform does not permit the status of the rule'
const NOT_PATCHED = 'the body was not changed: it is not JSON, is longer than 1 MiB, or does not fit the patch'

function patched (after: ChangedResponse, text: string | undefined, change: ChangeResponse): ChangedResponse {
  if (isBodiless(after.status)) return after
  const before = after.content === undefined ? text : textOf(after.content)
  const json = before === undefined ? undefined : changedJson(before, change)
  if (json === undefined) return { ...after, note: NOT_PATCHED }
  return { ...withContent(after, { text: json }), note: after.note }
}

function textOf (content: Content): string {
  return 'text' in content ? content.text : utf8Text(content.bytes)
}
