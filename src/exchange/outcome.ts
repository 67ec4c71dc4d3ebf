// The outcome of a request (one verdict, with its reason), and the start time of a request. The page, filters, summaries, the command line
// and agents use them.
import type { Entry } from '../schema/entry.js'
import { addressOf } from './address.js'
import { codeError, replyOf, type Reply, type ReplyError } from './reply.js'
import { statusOf, type Status } from './status.js'

/** In the order of precedence: the first verdict that applies counts. */
export const VERDICTS = ['pending', 'no-answer', 'canceled', 'failed', 'http-error', 'application-error', 'fine', 'unknown'] as const
export type Verdict = typeof VERDICTS[number]

export interface Outcome {
  verdict: Verdict
  /** Why it has this verdict, for people; undefined if it is pending or fine. */
  reason: string | undefined
  /** The facts that have decided the verdict. */
  evidence: Evidence
}

/** True if a user has set that a code means success on a host, false if failure; undefined if nobody has set it. */
export type Codes = (host: string, code: string) => boolean | undefined

/** The facts that decide a verdict. Each is read only if it is needed. */
export interface Evidence {
  readonly status: Status | undefined
  readonly reply: Reply | undefined
  readonly address: { host: string }
}

type Times = Pick<Entry, 'startTime' | 'timestamp' | 'timeConsuming'>
type Judged = Times & Pick<Entry, 'note'>

/** After this time, a pending request counts as one without an answer. */
const NO_ANSWER_AFTER_MS = 120_000

export function isPending (entry: Pick<Entry, 'timeConsuming'>): boolean {
  return !(entry.timeConsuming > 0)
}

/** Pending for more than two minutes. */
export function isNoAnswer (entry: Times, nowMs: number): boolean {
  return isPending(entry) && nowMs > noAnswerAfterMs(entry)
}

/** After this time, an entry that is still pending counts as one without an answer. */
export function noAnswerAfterMs (entry: Times): number {
  return startMsOf(entry) + NO_ANSWER_AFTER_MS
}

/** Whether the app itself canceled the request; recorders write this into the note. */
export function isCanceled ({ note }: Pick<Entry, 'note'>): boolean {
  return note?.startsWith('canceled') === true
}

export type ErrorVerdict = 'failed' | 'http-error' | 'application-error'

export function isErrorVerdict (verdict: Verdict): verdict is ErrorVerdict {
  return verdict === 'failed' || verdict === 'http-error' || verdict === 'application-error'
}

export function outcomeOf (entry: Entry, nowMs: number, codes?: Codes): Outcome {
  const evidence = evidenceOf(entry)
  const verdict = verdictFrom(entry, evidence, nowMs, codes)
  return { verdict, reason: reasonOf(verdict, entry, evidence, codes), evidence }
}

/** For callers that cache the evidence of an entry. */
export function verdictFrom (entry: Judged, evidence: Evidence, nowMs: number, codes?: Codes): Verdict {
  if (isPending(entry)) return isNoAnswer(entry, nowMs) ? 'no-answer' : 'pending'
  if (isCanceled(entry)) return 'canceled'
  const code = evidence.status?.code
  if (code === undefined) return 'unknown'
  if (code === 0) return 'failed'
  if (code >= 400) return 'http-error'
  return code >= 200 && code < 300 && applicationErrorOf(evidence, codes) ? 'application-error' : 'fine'
}

/** The reason of a verdict; also for callers that cache the evidence. */
export function reasonOf (verdict: Verdict, { note }: Pick<Entry, 'note'>, evidence: Evidence, codes?: Codes): string | undefined {
  switch (verdict) {
    case 'no-answer': return 'no answer for more than two minutes'
    case 'canceled': return note
    case 'failed': return note ?? 'no response'
    case 'http-error': return `${evidence.status?.code} ${evidence.status?.text}`.trim()
    case 'application-error': return applicationErrorOf(evidence, codes)?.message
    case 'unknown': return 'no status was recorded'
    default: return undefined
  }
}

/** The error that a body reports although its status is 2xx. If a user has set what a code means on a host, that overrides every rule. */
export function applicationErrorOf ({ status, reply, address }: Evidence, codes?: Codes): ReplyError | undefined {
  if (status === undefined || status.code < 200 || status.code > 299 || !reply) return undefined
  const isSuccess = reply.code && codes?.(address.host, reply.code.text)
  if (isSuccess === true) return undefined
  return reply.error ?? (isSuccess === false && reply.code ? codeError(reply.code) : undefined)
}

function evidenceOf (entry: Entry): Evidence {
  let reply: Reply | null | undefined
  return {
    status: statusOf(entry.responseHeader),
    get reply () {
      if (reply === undefined) reply = replyOf(entry) ?? null
      return reply ?? undefined
    },
    get address () { return addressOf(entry) }
  }
}

/**
 * When the request began, in milliseconds since the epoch. Without startTime, the timestamp is the start of a pending entry, and the end
 * of a complete one.
 */
export function startMsOf (entry: Times): number {
  return entry.startTime ?? entry.timestamp - entry.timeConsuming
}
