// The one way to ask Redis: every command's promise passes through `answered`, and what is asked in one moment leaves in one write.
import { Command, type Cluster, type Redis } from 'ioredis'
import { Durations } from '../durations.js'
import { ApiError } from '../errors.js'
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

/**
 * One round trip, but for the first time on a Redis that does not know the script; rejects as faults.ts says. A script makes all
 * names from its first key. The others are sent to a Cluster only: while a slot moves, a node refuses a script that names keys of
 * which some have moved; of keys that it is not told, it would run the script as if they did not exist.
 */
export async function run (redis: Commands, script: Script, keys: string[], ...args: Argument[]): Promise<unknown> {
  return await ask(redis, script, keys, names => evaluate(redis, script, names, args))
}

/**
 * A `run` for several calls whose order matters. The first of them carries the script's text: a Redis that does not know the script would
 * refuse each of them, and those that were sent again would come behind others.
 */
export function runInOrder (): typeof run {
  let isFirst = true
  return async (redis, script, keys, ...args) => {
    if (!isFirst) return await run(redis, script, keys, ...args)
    isFirst = false
    return await ask(redis, script, keys, names => redis.eval(script.source, names.length, ...names, ...args))
  }
}

/** Values for a hash: field, value, field, value. */
export interface Staged { key: string, fields: Argument[] }

/** Where a script does not take it over, it is gone after this. */
const STAGED_MS = 60_000

/**
 * As `run`, for values that are too large to pass through a script: it copies each several times, a plain command once. They are put
 * into a hash that the script takes over, in the same transaction. With the script's text: what it adds is little beside them.
 */
export async function runStaged (redis: Commands, script: Script, keys: string[], staged: Staged, ...args: Argument[]): Promise<unknown> {
  return await ask(redis, script, [...keys, staged.key], names => lastReply(redis.multi()
    .hset(staged.key, ...staged.fields).pexpire(staged.key, STAGED_MS).eval(script.source, names.length, ...names, ...args)
    .exec()))
}

/** Fields of several hashes, in one write: of each a row of the fields' values, null where one is missing. Rejects as faults.ts says. */
export async function readHashes (redis: Commands, keys: string[], fields: readonly string[]): Promise<(string | null)[][]> {
  if (keys.length === 0) return []
  if (isBehind(redis)) throw new ApiError('unavailable')
  gather(redis)
  const texts = hashReads(keys, fields)
  const replies = keys.map(
    (key, n) => redis.sendCommand(new HashRead(key, texts[n] ?? '', n === keys.length - 1)) as Promise<(string | null)[]>
  )
  return await answered(redis, 'hmget', Promise.all(replies))
}

/** HMGET for each key, as the protocol has it. */
export function hashReads (keys: string[], fields: readonly string[]): string[] {
  const head = `*${2 + fields.length}\r\n$5\r\nhmget\r\n`
  const names = fields.map(bulk).join('')
  return keys.map(key => head + bulk(key) + names)
}

async function ask (redis: Commands, script: Script, keys: string[], send: (names: string[]) => Promise<unknown>): Promise<unknown> {
  if (isBehind(redis)) throw new ApiError('unavailable')
  gather(redis)
  return await answered(redis, script.name, send(redis.isCluster ? keys : keys.slice(0, 1)))
}

async function lastReply (transaction: Promise<[error: Error | null, reply: unknown][] | null>): Promise<unknown> {
  const replies = await transaction.catch((fault: unknown) => { throw causeOf(fault) })
  const [error, reply] = replies?.at(-1) ?? []
  if (error) throw error
  return reply
}

// A transaction of which a command was refused says only that it was.
function causeOf (fault: unknown): unknown {
  const { previousErrors } = fault as { previousErrors?: Error[] }
  return previousErrors?.[0] ?? fault
}

// A Redis that does not read leaves it all in this process, also what was given up meanwhile. Not of a Cluster: one node that hangs
// must not be held against the others.
const MOST_WAITING_BYTES = 32 * 1024 ** 2

function isBehind (redis: Commands): boolean {
  return 'stream' in redis && redis.stream?.writableLength > MOST_WAITING_BYTES
}

// Not ioredis's defineCommand: it takes a script for loaded even when its first EVAL was refused, and then a full Redis shows as
// NOSCRIPT instead of OOM.
async function evaluate (redis: Commands, script: Script, keys: string[], args: Argument[]): Promise<unknown> {
  try {
    return await send(redis, script, keys, args)
  } catch (fault) {
    if (!(fault instanceof Error && fault.message.startsWith('NOSCRIPT'))) throw fault
    return await redis.eval(script.source, keys.length, ...keys, ...args)
  }
}

function send (redis: Commands, script: Script, keys: string[], args: Argument[]): Promise<unknown> {
  if (args.some(arg => arg instanceof Buffer)) return redis.evalsha(script.sha, keys.length, ...keys, ...args)
  return Promise.resolve(redis.sendCommand(new ScriptCall(script, keys, args.map(String))))
}

// EVALSHA with its text as the protocol has it, written once and in one go. ioredis would look at each argument four times on the
// way; of a push, that is a tenth of what this process spends. All else (slot, timeout, redirections) is ioredis's, by the
// arguments that it is given: those that tell the keys.
class ScriptCall extends Command {
  private readonly text: string

  constructor (script: Script, keys: string[], args: string[]) {
    const count = String(keys.length)
    super('evalsha', [script.sha, count, ...keys], { replyEncoding: 'utf8' })
    let text = `*${3 + keys.length + args.length}\r\n$7\r\nevalsha\r\n$40\r\n${script.sha}\r\n${bulk(count)}`
    for (const key of keys) text += bulk(key)
    for (const arg of args) text += bulk(arg)
    this.text = text
  }

  override toWritable (): string {
    return this.text
  }
}

// HMGET, likewise: a page of a list is some hundred of them. They are answered in order, so that the last one's time limit is that of all.
class HashRead extends Command {
  constructor (key: string, private readonly text: string, private readonly isLast: boolean) {
    super('hmget', [key], { replyEncoding: 'utf8' })
  }

  override toWritable (): string {
    return this.text
  }

  override setTimeout (ms: number): void {
    if (this.isLast) super.setTimeout(ms)
  }
}

function bulk (text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`
}

const gathering = new WeakSet<object>()

/**
 * To be called before commands are sent: those of requests that arrived together leave together, in one write to the socket
 * instead of one each, which is a quarter of what a push costs this process. A Cluster has no stream of its own: there each
 * command leaves by itself. Not ioredis's autopipelining: it gathers commands into pipelines, and what that saves in writes it spends
 * on them (measured: 15,700 pushes a second with it, 15,200 without).
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
