// Reads the messages of the service from their text. Only what the copy depends on is checked: the service has checked the rest, and one
// odd field must not cost a viewer the session.
import type { ChangeMessage } from '../../schema/event.js'

/** The first message; `resumed` is false, and `count` 0, where the service did not say so. */
export interface Welcome { type: 'connected', rev: string, count: number, resumed: boolean }
/** A change that a later version of the service knows: it has its place in the chain, and means nothing here. */
export interface OtherChange { type: 'other', rev: string, prev: string }
export type Change = ChangeMessage | OtherChange
/** A change that cannot be read: it counts as lost. */
export interface Broken { type: 'broken' }

/** Undefined for a pong and for all that has no place in the chain. */
export function readFrame (text: unknown): Welcome | Change | Broken | undefined {
  const message = parse(text)
  if (!isRecord(message) || typeof message.rev !== 'string') return undefined
  const { type, rev, prev } = message
  if (type === 'connected') return { type, rev, count: countOf(message.data), resumed: message.resumed === true }
  if (typeof prev !== 'string') return { type: 'broken' }
  if (!TYPES.includes(type)) return { type: 'other', rev, prev }
  return isChange(message) ? message : { type: 'broken' }
}

export function isRecord (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export function hasId (value: unknown): value is { id: string } {
  return isRecord(value) && typeof value.id === 'string'
}

/** Undefined where it is no JSON. */
export function parse (text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

const TYPES: unknown[] =
  ['entry-received', 'entry-updated', 'entry-marked', 'deleted', 'cleared', 'screenshot-received'] satisfies ChangeMessage['type'][]

function countOf (data: unknown): number {
  return typeof data === 'number' && Number.isSafeInteger(data) ? data : 0
}

/** Of a message of these types, with its place. */
function isChange (message: object): message is ChangeMessage {
  return 'type' in message && (message.type === 'cleared' || ('data' in message && hasId(message.data)))
}
