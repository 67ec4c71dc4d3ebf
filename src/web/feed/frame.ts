// Parses the messages of the service. Only the fields that the client's copy of the session depends on are checked: the service has checked
// the rest, and one unexpected field must not make a session unreadable.
import { isRecord } from '../../json/is-record.js'
import type { ChangeMessage } from '../../schema/event.js'

/** The first message. If a service does not send these fields, `resumed` and `rules` are false, and `count` is 0. */
export interface Welcome { type: 'connected', rev: string, count: number, resumed: boolean, rules: boolean }
/**
 * A change without a known content: it is part of the chain of changes, but has no effect here. Its type is unknown, from a later version
 * of the service; or a replica of an earlier version passed it on, and left its data out.
 */
export interface OtherChange { type: 'other', of: unknown, rev: string, prev: string }
export type Change = ChangeMessage | OtherChange
/** A change that cannot be read: it counts as lost. */
export interface Broken { type: 'broken' }

/** Undefined for a pong, and for every message that is not part of the chain of changes. */
export function readFrame (text: unknown): Welcome | Change | Broken | undefined {
  const message = parse(text)
  if (!isRecord(message) || typeof message.rev !== 'string') return undefined
  const { type, rev, prev } = message
  if (type === 'connected') {
    return { type, rev, count: countOf(message.data), resumed: message.resumed === true, rules: message.rules === true }
  }
  if (typeof prev !== 'string') return { type: 'broken' }
  if (!TYPES.includes(type) || (type === RULES && !hasRules(message.data))) return { type: 'other', of: type, rev, prev }
  return isChange(message) ? message : { type: 'broken' }
}

export function hasId (value: unknown): value is { id: string } {
  return isRecord(value) && typeof value.id === 'string'
}

/** Undefined if the text is not JSON. */
export function parse (text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

const TYPES: unknown[] = [
  'entry-received', 'entry-updated', 'entry-marked', 'messages-received', 'rules-changed', 'deleted', 'cleared', 'screenshot-received'
] satisfies ChangeMessage['type'][]

export const RULES = 'rules-changed'

function hasRules (data: unknown): boolean {
  return isRecord(data) && Array.isArray(data.rules)
}

function countOf (data: unknown): number {
  return typeof data === 'number' && Number.isSafeInteger(data) ? data : 0
}

/** `message` has one of these types, with `rev` and `prev`. */
function isChange (message: object): message is ChangeMessage {
  return 'type' in message && (message.type === 'cleared' || message.type === RULES || ('data' in message && hasId(message.data)))
}
