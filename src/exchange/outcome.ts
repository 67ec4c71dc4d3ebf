// How a request went: one verdict, with its reason, for the page, filters, summaries, the command line and agents. And when it began.
import type { Entry } from '../schema/entry.js'
import { addressOf } from './address.js'
import { codeError, replyOf, type Reply, type ReplyError } from './reply.js'
import { statusOf, type Status } from './status.js'

/** In the order in which they are decided: the first that applies. */
export const VERDICTS = ['pending', 'no-answer', 'canceled', 'failed', 'http-error', 'application-error', 'fine', 'unknown'] as const
export type Verdict = typeof VERDICTS[number]

export interface Outcome {
  verdict: Verdict
  /** What says so, for people; undefined of what is pending or fine. */
  reason: string | undefined
  /** What it was decided by. */
  evidence: Evidence
}

/** Whether somebody has said that a code means success on a host, or that it means none; undefined where nobody has. */
export type Codes = (host: string, code: string) => boolean | undefined

/** What a verdict is made of. Each is asked for only where it matters. */
export interface Evidence {
  readonly status: Status | undefined
  readonly reply: Reply | undefined
  readonly address: { host: string }
}

type Times = Pick<Entry, 'startTime' | 'timestamp' | 'timeConsuming'>
type Judged = Times & Pick<Entry, 'note'>

/** After this time nobody waits for a response any more. */
const PATIENCE_MS = 120_000

export function isPending (entry: Pick<Entry, 'timeConsuming'>): boolean {
  return !(entry.timeConsuming > 0)
}

/** Pending for more than two minutes. */
export function isNoAnswer (entry: Times, nowMs: number): boolean {
  return isPending(entry) && nowMs > patienceEndMs(entry)
}

/** Behind it, an entry that is pending still counts as one without an answer. */
export function patienceEndMs (entry: Times): number {
  return startMsOf(entry) + PATIENCE_MS
}

/** The app itself gave it up: recorders say so. */
export function isCanceled ({ note }: Pick<Entry, 'note'>): boolean {
  return note?.startsWith('canceled') === true
}

export function isErrorVerdict (verdict: Verdict): boolean {
  return verdict === 'failed' || verdict === 'http-error' || verdict === 'application-error'
}

export function outcomeOf (entry: Entry, nowMs: number, codes?: Codes): Outcome {
  const evidence = evidenceOf(entry)
  const verdict = verdictFrom(entry, evidence, nowMs, codes)
  return { verdict, reason: reasonOf(verdict, entry, evidence, codes), evidence }
}

/** For those who keep what they have found out of an entry. */
export function verdictFrom (entry: Judged, evidence: Evidence, nowMs: number, codes?: Codes): Verdict {
  if (isPending(entry)) return isNoAnswer(entry, nowMs) ? 'no-answer' : 'pending'
  if (isCanceled(entry)) return 'canceled'
  const code = evidence.status?.code
  if (code === undefined) return 'unknown'
  if (code === 0) return 'failed'
  if (code >= 400) return 'http-error'
  return code >= 200 && code < 300 && applicationErrorOf(evidence, codes) ? 'application-error' : 'fine'
}

/** Likewise. */
export function reasonOf (verdict: Verdict, { note }: Pick<Entry, 'note'>, evidence: Evidence, codes?: Codes): string | undefined {
  switch (verdict) {
    case 'no-answer': return 'no answer for more than two minutes'
    case 'canceled': return note
    case 'failed': return note ?? 'no response'
    case 'http-error': return `${evidence.status?.code} ${evidence.status?.text}`.trim()
    case 'application-error': return applicationErrorOf(evidence, codes)?.said
    case 'unknown': return 'no status was recorded'
    default: return undefined
  }
}

/** What the body says of an error, where its status is 2xx. A person who knows what a code means on a host is believed before any rule. */
export function applicationErrorOf ({ status, reply, address }: Evidence, codes?: Codes): ReplyError | undefined {
  if (status === undefined || status.code < 200 || status.code > 299 || !reply) return undefined
  const said = reply.code && codes?.(address.host, reply.code.text)
  if (said === true) return undefined
  return reply.error ?? (said === false && reply.code ? codeError(reply.code) : undefined)
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
 * In milliseconds since the epoch. An entry without startTime was recorded when it began if it is pending, else when it ended (contract
 * §9).
 */
export function startMsOf (entry: Times): number {
  return entry.startTime ?? entry.timestamp - entry.timeConsuming
}
