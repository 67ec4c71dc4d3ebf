// What happens if a batch does not reach the service, or is not accepted: the status of the recorder, the sentence that explains it, and
// the time until the next attempt.
import { reasonOf } from './batch.js'
import type { BatchAnswer } from './host.js'
import type { CaptureStatus } from './state.js'

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 10_000
const REFUSED_RETRY_MS = 30_000

export type Fault = [status: CaptureStatus, reason: string, retryAfterMs?: number]

/** If an answer does not say what became of the pushes of the batch, such as a 503. */
export function faultOf ({ status, text, retryAfterMs = 0 }: BatchAnswer): Fault {
  const isRefusal = status >= 400 && status < 500 && status !== 429 && status !== 408
  return [isRefusal ? 'refused' : 'retrying', `the service answered ${reasonOf(status, text)}`, retryAfterMs]
}

/** If a batch got no answer: what the error says. */
export function sentenceOf (error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** `reason`: why the service refused one of the pushes that it got, if it did. */
export function refusalOf (reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : `the service refused a push: ${reason}`
}

/** `failures`: how many have followed each other, at least 1. */
export function backOffMs (failures: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
}

/** `retryAfterMs`: what the service asks for. */
export function retryMs (status: CaptureStatus, failures: number, retryAfterMs = 0): number {
  return Math.max(status === 'refused' ? REFUSED_RETRY_MS : backOffMs(failures), Math.min(retryAfterMs, REFUSED_RETRY_MS))
}
