// A push that waits to be sent: the fields that the service reads (docs/api.md), except `age`, which is computed when it is sent.
import type { AppliedRule } from '../../../schema/rule.js'
import type { Initiator } from '../../../schema/initiator.js'
import type { Host } from './host.js'

export interface PushDraft {
  api: string
  method: string
  requestId: string
  /** When the request started, by the host's clock. It is not sent: `age` is computed from it. */
  startMs: number
  /** In milliseconds: at least 0.1 if the request is complete, 0 while it is pending. */
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
  /** The rule that applied to the request. */
  rule?: AppliedRule
  /** The response of the server, if a rule changed it. `response` and `responseHeader` are what the app got. */
  originalResponseHeader?: string
  originalResponse?: string
  /** The code that started the request. */
  initiator?: Initiator
  /** Only messages have one. */
  key?: undefined
}

/** Messages of a stream that wait to be sent. */
export interface MessagesDraft {
  requestId: string
  /** Distinguishes it from the other drafts in the queue. */
  key: string
  /** Messages do not complete a request. */
  timeConsuming: 0
  /** The JSON of each, separated by commas. */
  messages: string
  stored (): void
  /** Called if the service did not store them, with its code for why. Returns what is sent next. */
  refused (code: unknown): Draft[]
}

export type Draft = PushDraft | MessagesDraft

/** Messages whose log is elsewhere, or gone: if the service refuses them, nothing can be done. */
export function detached ({ requestId, key, messages }: Pick<MessagesDraft, 'requestId' | 'key' | 'messages'>): MessagesDraft {
  return { requestId, key, timeConsuming: 0, messages, stored () {}, refused: () => [] }
}

export function isRequest (draft: Draft): draft is PushDraft {
  return !draft.key
}

/** The fields that are left out first if there is no room for everything. */
const LARGE_FIELDS = ['request', 'response', 'originalResponse', 'storage'] as const
export type LargeField = typeof LARGE_FIELDS[number]

const MAX_NOTE_LENGTH = 1000

/** Merges two pushes of a request: the later one replaces fields of the earlier one, but a pending push never those of a complete one. */
export function merged<Either extends Draft> (earlier: Either, later: Either): Either {
  const isLate = earlier.timeConsuming > 0 && later.timeConsuming === 0
  const [under, over]: [Either, Either] = isLate ? [later, earlier] : [earlier, later]
  // Nearly always, a complete push has every field of its pending one. A copy of two objects is slow.
  for (const field in under) if (!(field in over)) return { ...under, ...over }
  return over
}

export function withNote (push: PushDraft, note: string): PushDraft {
  return { ...push, note: joined(push.note, note) }
}

/** Joins several notes into one, without repetitions. */
export function joined (...notes: (string | undefined)[]): string {
  return [...new Set(notes.filter(note => note).join('; ').split('; '))].join('; ').slice(0, MAX_NOTE_LENGTH)
}

/** The push without its bodies, with a note if it had a request or response body. */
export function withoutBodies (push: PushDraft, why: string): PushDraft {
  const rest = { ...push }
  for (const field of LARGE_FIELDS) delete rest[field]
  return push.request || push.response ? withNote(rest, why) : rest
}

const INITIATOR_WEIGHT = 2000

/** About how many bytes of memory a push takes. */
export function weightOf (push: Draft): number {
  let weight = 100
  for (const field in push) {
    const value: unknown = push[field as keyof Draft]
    weight += typeof value === 'string' ? value.length : field === 'initiator' ? INITIATOR_WEIGHT : 8
  }
  return weight
}

/** The size of its text in a batch, in bytes. */
export function exactSize (push: Draft, { utf8Bytes }: Pick<Host, 'utf8Bytes'>): number {
  return utf8Bytes(serialized(push, 0)) + 20
}

/** The JSON text that the service reads. */
export function serialized (push: Draft, nowMs: number): string {
  if (!isRequest(push)) return `{"requestId":${JSON.stringify(push.requestId)},"messages":[${push.messages}]}`
  // JSON.stringify leaves out properties that are undefined.
  return JSON.stringify({ ...push, startMs: undefined, age: Math.max(0, Math.round(nowMs - push.startMs)) })
}
