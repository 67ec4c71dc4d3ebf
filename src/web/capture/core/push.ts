// A push as it waits to be sent: the fields that the service reads (contract §2 and §9), but for `age`, which is worked out when it leaves.

import type { Host } from './host.js'

export interface PushDraft {
  api: string
  method: string
  requestId: string
  /** Of its start, by the clock of the host. It is not sent. */
  startMs: number
  /** In milliseconds, at least 0.1 of what is complete; 0: pending. */
  timeConsuming: number
  requestHeader?: string
  responseHeader?: string
  request?: string
  response?: string
  pageParams?: string
  storage?: string
  source?: string
  via?: string
  note?: string
}

/** Fields that are left out first where there is no room for them. */
export const LARGE_FIELDS = ['request', 'response', 'storage'] as const
export type LargeField = typeof LARGE_FIELDS[number]

const LONGEST_NOTE = 1000

/** An earlier push of a request with a later one: what the later one gives replaces, the rest stays. */
export function merged (earlier: PushDraft, later: PushDraft): PushDraft {
  const isLate = earlier.timeConsuming > 0 && later.timeConsuming === 0
  return isLate ? { ...later, ...earlier } : { ...earlier, ...later }
}

export function withNote (push: PushDraft, note: string): PushDraft {
  return { ...push, note: joined(push.note, note) }
}

/** Several notes as one, each said once. */
export function joined (...notes: (string | undefined)[]): string {
  return [...new Set(notes.filter(note => note).join('; ').split('; '))].join('; ').slice(0, LONGEST_NOTE)
}

/** Without its bodies, and with a note where it had any. */
export function withoutBodies (push: PushDraft, why: string): PushDraft {
  const rest = { ...push }
  for (const field of LARGE_FIELDS) delete rest[field]
  return push.request || push.response ? withNote(rest, why) : rest
}

/** About so many bytes of memory. */
export function weightOf (push: PushDraft): number {
  let weight = 100
  for (const value of Object.values(push)) weight += typeof value === 'string' ? value.length : 8
  return weight
}

/** Of its text in a batch, in bytes. */
export function exactSize (push: PushDraft, { utf8Bytes }: Pick<Host, 'utf8Bytes'>): number {
  return utf8Bytes(JSON.stringify(push)) + 20
}

/** As the service reads it. */
export function serialized (push: PushDraft, nowMs: number): string {
  // undefined is left out.
  return JSON.stringify({ ...push, startMs: undefined, age: Math.max(0, Math.round(nowMs - push.startMs)) })
}
