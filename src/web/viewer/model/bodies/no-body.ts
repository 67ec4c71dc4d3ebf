// Why a request or a response has no text to show, as far as that is known.
import { readHeaders, valueOf } from '../../../../exchange/headers.js'
import { isNoAnswer, isPending } from '../../../../exchange/outcome.js'
import { statusOf } from '../../../../exchange/status.js'
import type { Entry } from '../../../../schema/entry.js'

/** A key of the words of the detail. `bodiless`: a response that can have no body, or whose header says so. */
export type NoBody = 'noRequestBody' | 'noResponseBody' | 'bodiless' | 'unanswered' | 'notAnswered' | 'neverAnswered'

type Side = 'request' | 'response'

const BODILESS = [204, 205, 304]

/** Recorders leave out bodies that are too large, or that the platform hides: a missing text does not mean that there was no body. */
export function whyNoBody (entry: Entry, side: Side, nowMs: number): NoBody {
  if (side === 'request') return 'noRequestBody'
  if (isPending(entry)) return isNoAnswer(entry, nowMs) ? 'neverAnswered' : 'notAnswered'
  const code = statusOf(entry.responseHeader)?.code
  if (code === undefined) return 'noResponseBody'
  if (code === 0) return 'unanswered'
  const isBodiless = entry.method === 'HEAD' || BODILESS.includes(code) ||
    valueOf(readHeaders(entry.responseHeader), 'content-length')?.trim() === '0'
  return isBodiless ? 'bodiless' : 'noResponseBody'
}
