// The one way to ask Redis: every command's promise passes through `answered`, and what is asked in one moment leaves in one write.
import type { Cluster, Redis } from 'ioredis'
import { Durations } from '../durations.js'
import { translate } from './faults.js'

/** The connection for commands: to a single Redis, to the primary behind Sentinels, or to a Cluster. */
export type Commands = Redis | Cluster

export type Argument = string | number | Buffer

export interface Script {
  readonly name: string
  readonly source: string
  readonly sha: string
}

/**
 * `command`, the name of a script or Redis's own word, was just sent. Resolves with the reply; rejects as faults.ts says.
 * Either way it is among the round trips.
 */
export async function answered<T> (redis: Commands, command: string, reply: Promise<T>): Promise<T> {
  const askedMs = performance.now()
  try {
    return await reply
  } catch (fault) {
    throw translate(fault)
  } finally {
    roundTripsOf(redis).note((performance.now() - askedMs) / 1000, command)
  }
}

const BOUNDS_SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const roundTrips = new WeakMap<Commands, Durations>()

/** From asking Redis to its answer or failure, by command. */
export function roundTripsOf (redis: Commands): Durations {
  const known = roundTrips.get(redis)
  if (known) return known
  const durations = new Durations(BOUNDS_SECONDS)
  roundTrips.set(redis, durations)
  return durations
}

/** One round trip, but for the first time on a Redis that does not know the script; rejects as faults.ts says. */
export function run (redis: Commands, script: Script, keys: string[], args: Argument[]): Promise<unknown> {
  gather(redis)
  return answered(redis, script.name, evaluate(redis, script, keys, args))
}

// Not ioredis's defineCommand: it takes a script for loaded even when its first EVAL was refused, and then a full Redis shows as
// NOSCRIPT instead of OOM.
async function evaluate (redis: Commands, { source, sha }: Script, keys: string[], args: Argument[]): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...args)
  } catch (fault) {
    if (!(fault instanceof Error && fault.message.startsWith('NOSCRIPT'))) throw fault
    return await redis.eval(source, keys.length, ...keys, ...args)
  }
}

const gathering = new WeakSet<object>()

/**
 * To be called before commands are sent: those of requests that arrived together leave together, in one write to the socket
 * instead of one each, which is a quarter of what a push costs this process. A Cluster has no stream of its own: there each
 * command leaves by itself.
 */
export function gather (redis: Commands): void {
  const stream = 'stream' in redis ? redis.stream : undefined
  if (!stream || gathering.has(stream)) return
  gathering.add(stream)
  stream.cork()
  setImmediate(() => {
    gathering.delete(stream)
    stream.uncork()
  })
}
