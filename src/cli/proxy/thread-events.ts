// The messages between the proxy and its recorder, which runs in a thread of its own. The proxy collects events for a few milliseconds and
// posts them as one message, because each message wakes the thread.
import type { CaptureOptions } from '../../web/capture/core/options.js'
import type { CaptureState } from '../../web/capture/core/state.js'

/**
 * What happened to request `id`, at `ms` since the epoch. Flat, and with a header as one text, because that is copied fastest. Events have
 * no bytes: each piece of a body has the `bytes` that follow the piece before it in the batch.
 */
export type ThreadEvent =
  | ['begins', id: number, ms: number, method: string, api: string, header: string, via: string | undefined]
  | ['sends', id: number, bytes: number]
  | ['answers', id: number, header: string]
  | ['receives', id: number, bytes: number, ms: number]
  /** Bytes that passed, but are not recorded. */
  | ['skips', id: number, which: 'request' | 'response', bytes: number]
  | ['ends', id: number, ms: number, note: string | undefined]
  /** There was no answer, or not all of it. */
  | ['fails', id: number, ms: number, reason: string]

/** `weight`: about how many bytes of memory it takes. */
export interface Batch { events: ThreadEvent[], bytes: Uint8Array, weight: number }

export type ToThread = { batch: Batch } | { leave: string }
export type FromThread = { taken: number } | { state: CaptureState }

export type ThreadOptions = Pick<CaptureOptions, 'url' | 'session' | 'token' | 'source' | 'mask'>

/** By the clock that all threads share. */
export function epochMs (): number {
  return performance.timeOrigin + performance.now()
}
