// Waits for the first reply of Redis when the service starts: Redis may not be up yet, or may go away at that moment. The reply must show
// that this Redis meets the requirements of the service: its version, its maxmemory-policy, and so on.
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../errors.js'
import type { Commands } from './commands.js'
import { translate } from './faults.js'

export interface Waiting {
  /** Waiting longer than this is an error. */
  timeoutMs: number
  /** Called once if it takes longer than half a second, with the reason as far as it is known. */
  onSilence: (reason: string | undefined) => void
}

/** Loading the process takes about as long again, so a person sees the first line after about one second. */
const SILENCE_MS = 500
const PAUSE_MS = 100

type Check = () => Promise<unknown>
type Diagnose = () => Promise<string | undefined>

/**
 * Connects, and retries until `check` succeeds, which sends commands to Redis. If Redis has replied, it rejects with the error of `check`.
 * After `timeoutMs` it rejects with the result of `diagnose`, or with the last fault if there is no result.
 */
export async function firstReply (redis: Commands, check: Check, waiting: Waiting, diagnose: Diagnose): Promise<void> {
  let reason: string | undefined
  const keepReason = (error: Error) => { reason = reasonOf(error) }
  // This listener is never removed: without one, ioredis writes errors to stderr.
  redis.on('error', keepReason)
  redis.connect().catch(keepReason)
  const silence = setTimeout(() => waiting.onSilence(reason), SILENCE_MS)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'over'>(resolve => { timer = setTimeout(() => resolve('over'), waiting.timeoutMs) })
  try {
    const end = await Promise.race([checked(redis, check, keepReason), timeout])
    if (end === 'over') throw new Error(`Redis cannot be reached: ${await diagnose() ?? reason ?? 'no answer'}`)
  } finally {
    clearTimeout(silence)
    clearTimeout(timer)
  }
}

async function checked (redis: Commands, check: Check, onFault: (fault: Error) => void): Promise<unknown> {
  for (;;) {
    await ready(redis)
    try {
      return await check()
    } catch (fault) {
      if (!isAway(fault)) throw fault
      onFault(fault as Error)
    }
    // ioredis may report a connection as ready for a moment after it broke.
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

// The error of a Cluster has a general message; the error of its last node is inside.
function reasonOf (error: Error & { lastNodeError?: Error }): string {
  return error.lastNodeError?.message ?? error.message
}

/** Throws if the server that INFO describes does not meet the requirements of the service. */
export function checkServer (info: string): void {
  const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'of an unknown version'
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'unknown'
  if (!(Number.parseInt(version) >= 7)) throw new Error(`Redis 7.0 or later is needed; this one is ${version}`)
  if (policy !== 'noeviction') {
    throw new Error(`Redis must not evict keys by itself: set maxmemory-policy to noeviction; it is ${policy}`)
  }
}
