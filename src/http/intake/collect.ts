// Collects the bytes of a request's body, and counts them against the budget as they arrive. Fastify's own parsers do not count
// them, and keep a large body in memory twice.
import type { Readable } from 'node:stream'
import { ApiError } from '../../errors.js'
import { tooLarge } from '../too-large.js'
import { SMALL_BODY_BYTES, type Reservation } from './budget.js'
import { GrowingBytes } from './growing.js'

export interface Expected {
  /** From the content-length header; NaN without it. */
  length: number
  limitBytes: number
  /** The setting that the limit comes from; not given if it is fixed. */
  setting?: string | undefined
  /** A longer body counts as large. */
  smallBytes?: number | undefined
}

/** A small body is one buffer. */
export type Collected = { small: Buffer } | { large: GrowingBytes }

type Done = (error: Error | null, body?: Collected) => void

/** `done` is called once. */
export function collect (payload: Readable, expected: Expected, reservation: Reservation, done: Done): void {
  const { length, limitBytes, setting, smallBytes = SMALL_BODY_BYTES } = expected
  if (length > limitBytes) return done(tooLarge('The body', limitBytes, setting))
  let chunks: Buffer[] = []
  let large: GrowingBytes | undefined
  let received = 0
  let isDone = false
  payload.on('data', onData).on('end', onEnd).on('error', onError).resume()
  reservation.onEnd = finish

  function onData (chunk: Buffer): void {
    received += chunk.length
    if (received > limitBytes) return finish(tooLarge('The body', limitBytes, setting))
    if (!reservation.receive(chunk.length, received === length)) return finish(new ApiError('unavailable', FULL))
    if (!large && received <= smallBytes) {
      chunks.push(chunk)
      return
    }
    large ??= joined(chunks.splice(0), length > 0 ? length : limitBytes)
    large.append(chunk)
  }

  function onEnd (): void {
    reservation.receive(0, true)
    if (received !== length && !Number.isNaN(length)) {
      finish(new ApiError('bad_request', 'The body is not as long as its Content-Length says'))
      return
    }
    finish(null, large ? { large } : { small: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) })
  }

  function onError (): void {
    finish(new ApiError('bad_request', 'The body ended too early'))
  }

  function finish (error: Error | null, body?: Collected): void {
    if (isDone) return
    isDone = true
    payload.off('data', onData).off('end', onEnd).off('error', onError)
    reservation.onEnd = undefined
    chunks = []
    done(error, body)
  }
}

export const FULL = 'The service is handling too much data at the moment; try again'

function joined (chunks: Buffer[], mostBytes: number): GrowingBytes {
  const bytes = new GrowingBytes(mostBytes)
  for (const chunk of chunks) bytes.append(chunk)
  return bytes
}
