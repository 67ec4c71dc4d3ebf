// The phases of a request in a HAR. The time of a phase that did not happen is -1; some recorders write null, or leave the phase out.
import type { Timings as HarTimings } from 'har-format'
import type { Entry } from '../schema/entry.js'
import { PHASES, type Phase } from '../schema/phases.js'
import type { Timings } from '../schema/timings.js'
import { objectOf } from './recording.js'

/** The phases that happened; undefined if none took any time. */
export function readTimings (given: unknown): Timings | undefined {
  const written = objectOf(given as Partial<Record<Phase, unknown>> | undefined)
  const timings: Timings = {}
  for (const phase of PHASES) {
    const ms = written[phase]
    if (typeof ms === 'number' && Number.isFinite(ms) && ms >= 0) timings[phase] = ms
  }
  return Object.values(timings).some(ms => ms > 0) ? timings : undefined
}

/** All of the time is spent waiting if the phases are not known. Viewers require the last three to be numbers of at least 0. */
export function harTimingsOf ({ timings }: Pick<Entry, 'timings'>, elapsedMs: number): HarTimings {
  if (!timings) return { send: 0, wait: elapsedMs, receive: 0 }
  const { blocked = -1, dns = -1, connect = -1, ssl = -1, send = 0, wait = 0, receive = 0 } = timings
  return { blocked, dns, connect, ssl, send, wait, receive }
}
