// The first answer of a Redis, at a start: waited for where Redis is not there yet, or goes away just then. It must say that this
// Redis can hold what is promised.
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../errors.js'
import type { Commands } from './commands.js'
import { translate } from './faults.js'

export interface Waiting {
  /** What takes longer is an error. */
  patienceMs: number
  /** Once, where it takes longer than a second: why, as far as it is known. */
  onSilence: (reason: string | undefined) => void
}

const SILENCE_MS = 1000
const PAUSE_MS = 100

type Check = () => Promise<unknown>
type Complain = () => Promise<string | undefined>

/**
 * Connects, and tries again until `check`, which asks Redis, is through. Rejects as `check` does where Redis has answered, and with what
 * `complain` finds out, or else the last fault, once patience is used up.
 */
export async function firstAnswer (redis: Commands, check: Check, waiting: Waiting, complain: Complain): Promise<void> {
  let reason: string | undefined
  const keepReason = (error: Error) => { reason = reasonOf(error) }
  // For ever: where nobody listens, ioredis writes to stderr by itself.
  redis.on('error', keepReason)
  redis.connect().catch(keepReason)
  const silence = setTimeout(() => waiting.onSilence(reason), SILENCE_MS)
  let patience: NodeJS.Timeout | undefined
  const isOver = new Promise<'over'>(resolve => { patience = setTimeout(() => resolve('over'), waiting.patienceMs) })
  try {
    const end = await Promise.race([answer(redis, check, keepReason), isOver])
    if (end === 'over') throw new Error(`Redis cannot be reached: ${await complain() ?? reason ?? 'no answer'}`)
  } finally {
    clearTimeout(silence)
    clearTimeout(patience)
  }
}

async function answer (redis: Commands, check: Check, onFault: (fault: Error) => void): Promise<unknown> {
  for (;;) {
    await ready(redis)
    try {
      return await check()
    } catch (fault) {
      if (!isAway(fault)) throw fault
      onFault(fault as Error)
    }
    // A connection that has just broken may be called ready for a moment.
    await pause(PAUSE_MS)
  }
}

async function ready (redis: Commands): Promise<void> {
  if (redis.status !== 'ready') await new Promise<void>(resolve => { redis.once('ready', resolve) })
}

function isAway (fault: unknown): boolean {
  const translated = translate(fault)
  return translated instanceof ApiError && translated.code === 'unavailable'
}

// A Cluster's error has words of its own; what its last node said is inside.
function reasonOf (error: Error & { lastNodeError?: Error }): string {
  return error.lastNodeError?.message ?? error.message
}

/** Throws where the server that INFO describes cannot hold what is promised. */
export function checkServer (info: string): void {
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'of an unknown version'
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'unknown'
  if (!(Number.parseInt(version) >= 7)) throw new Error(`Redis 7.0 or later is needed; this one is ${version}`)
  if (policy !== 'noeviction') {
    throw new Error(`Redis must not evict keys by itself: set maxmemory-policy to noeviction; it is ${policy}`)
  }
}
