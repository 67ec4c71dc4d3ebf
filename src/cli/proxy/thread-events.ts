// The messages between the proxy and its recorder, which runs in a thread of its own. The proxy collects events for some milliseconds and
// posts them as one message, because each message wakes the thread.
import type { CaptureOptions } from '../../web/capture/core/options.js'
import type { CaptureState } from '../../web/capture/core/state.js'

/** How a request starts. */
export interface RequestStart {
  method: string
  /** The URL at the target. */
  api: string
  /** Raw, with its start line. */
  header: string
  /** Such as `websocket`; empty for a plain request. */
  via: string
}

/** What happened to request `id`, at `ms` since the epoch. */
export interface Events {
  begins (id: number, ms: number, start: RequestStart): void
  sends (id: number, piece: Uint8Array): void
  /** `header`: raw, with its start line. */
  answers (id: number, header: string): void
  receives (id: number, ms: number, piece: Uint8Array): void
  /** Bytes that passed, but are not recorded. */
  skips (id: number, which: 'request' | 'response', bytes: number): void
  /** `note`: empty if there is none. */
  ends (id: number, ms: number, note: string): void
  /** There was no answer, or not all of it. */
  fails (id: number, ms: number, reason: string): void
}

/** The first byte of each event. */
export const EVENT = { begins: 0, sends: 1, answers: 2, receives: 3, skipsRequest: 4, skipsResponse: 5, ends: 6, fails: 7 } as const
/** Separates `via`, `method`, `api` and `header` of a start. Only the last of them, the header, may contain it. */
export const SEPARATOR = '\n'

/** `weight`: about how many bytes of memory it takes. */
export interface Batch { buffers: Uint8Array[], weight: number }

export type ToThread = { batch: Batch } | { leave: string }
export type FromThread = { taken: number } | { state: CaptureState }

export type ThreadOptions = Pick<CaptureOptions, 'url' | 'session' | 'token' | 'source' | 'mask'>

const ORIGIN_MS = performance.timeOrigin

/** By the clock that all threads share. */
export function epochMs (): number {
  return ORIGIN_MS + performance.now()
}
