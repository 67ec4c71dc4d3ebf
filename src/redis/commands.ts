// Sends the commands of the service to Redis: `replyOf` handles the promise of each, and all commands that are sent in one turn of the
// event loop share one write. Subscriptions and health checks are sent elsewhere: see link.ts and connections.ts.
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
 * Call it right after a command was sent. `command`: its name, or the name of the script. Resolves with the reply; rejects with the
 * errors of faults.ts. Either way, the time is counted among the round trips.
 */
export async function replyOf<T> (redis: Commands, command: string, reply: Promise<T>): Promise<T> {
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

/** The times from sending a command to its reply or failure, by command. */
export function roundTripsOf (redis: Commands): Durations {
  const known = roundTrips.get(redis)
  if (known) return known
  const durations = new Durations(BOUNDS_SECONDS)
  roundTrips.set(redis, durations)
  return durations
}

/**
 * Runs a script in one round trip; two if this Redis does not know it yet. Rejects with the errors of faults.ts. A script derives
 * all names from its first key. Only a Cluster gets the other keys, too: while a slot moves, a node refuses a script if some of its
 * named keys have moved. Without the names, it would run the script as if the moved keys did not exist.
 */
export async function run (redis: Commands, script: Script, keys: string[], ...args: Argument[]): Promise<unknown> {
  return await ask(redis, script, keys, names => evaluate(redis, script, names, args))
}

/**
 * A `run` for several calls whose order matters. The first call of each script carries its text: otherwise, a Redis that does not know
 * the script would refuse the calls, and a retry could come after later calls.
 */
export function runInOrder (): typeof run {
  const sent = new Set<Script>()
  return async (redis, script, keys, ...args) => {
    if (sent.has(script)) return await run(redis, script, keys, ...args)
    sent.add(script)
    return await ask(redis, script, keys, names => redis.eval(script.source, names.length, ...names, ...args))
  }
}

/** Values for a hash: field, value, field, value. */
export interface Staged { key: string, fields: Argument[] }

/** If no script takes the hash over, it expires after this time. */
const STAGED_MS = 60_000

/**
 * Like `run`, for values that are too large to pass through a script: a script copies each several times, a plain command once. They go
 * into a hash that the script takes over, in the same transaction. The script's text is always sent: it is small beside the values.
 */
export async function runStaged (redis: Commands, script: Script, keys: string[], staged: Staged, ...args: Argument[]): Promise<unknown> {
  return await ask(redis, script, [...keys, staged.key], names => lastReply(redis.multi()
    .hset(staged.key, ...staged.fields).pexpire(staged.key, STAGED_MS).eval(script.source, names.length, ...names, ...args)
    .exec()))
}

/** Reads fields of several hashes in one write: a row per hash, null for a missing value. Rejects with the errors of faults.ts. */
export async function readHashes (redis: Commands, keys: string[], fields: readonly string[]): Promise<(string | null)[][]> {
  if (keys.length === 0) return []
  if (isBehind(redis)) throw new ApiError('unavailable')
  batchWrites(redis)
  const texts = hashReads(keys, fields)
  const replies = keys.map(
    (key, n) => redis.sendCommand(new HashRead(key, texts[n] ?? '', n === keys.length - 1)) as Promise<(string | null)[]>
  )
  return await replyOf(redis, 'hmget', Promise.all(replies))
}

/** An HMGET for each key, in the format of the Redis protocol. */
export function hashReads (keys: string[], fields: readonly string[]): string[] {
  const head = `*${2 + fields.length}\r\n$5\r\nhmget\r\n`
  const names = fields.map(bulk).join('')
  return keys.map(key => head + bulk(key) + names)
}

async function ask (redis: Commands, script: Script, keys: string[], call: (names: string[]) => Promise<unknown>): Promise<unknown> {
  if (isBehind(redis)) throw new ApiError('unavailable')
  batchWrites(redis)
  return await replyOf(redis, script.name, call(redis.isCluster ? keys : keys.slice(0, 1)))
}

async function lastReply (transaction: Promise<[error: Error | null, reply: unknown][] | null>): Promise<unknown> {
  const replies = await transaction.catch((fault: unknown) => { throw causeOf(fault) })
  const [error, reply] = replies?.at(-1) ?? []
  if (error) throw error
  return reply
}

// The error of a failed transaction says only that a command was refused: `previousErrors` has the cause.
function causeOf (fault: unknown): unknown {
  const { previousErrors } = fault as { previousErrors?: Error[] }
  return previousErrors?.[0] ?? fault
}

// If Redis does not read, commands pile up in this process, also those that timed out. Not checked for a Cluster: one node that hangs
// must not block commands to the others.
const MAX_WAITING_BYTES = 32 * 1024 ** 2

function isBehind (redis: Commands): boolean {
  return 'stream' in redis && redis.stream?.writableLength > MAX_WAITING_BYTES
}

// Not ioredis's defineCommand: it treats a script as loaded even if its first EVAL was refused. Then a full Redis is reported as
// NOSCRIPT instead of OOM.
async function evaluate (redis: Commands, script: Script, keys: string[], args: Argument[]): Promise<unknown> {
  try {
    return await sendEvalsha(redis, script, keys, args)
  } catch (fault) {
    if (!(fault instanceof Error && fault.message.startsWith('NOSCRIPT'))) throw fault
    return await redis.eval(script.source, keys.length, ...keys, ...args)
  }
}

function sendEvalsha (redis: Commands, script: Script, keys: string[], args: Argument[]): Promise<unknown> {
  if (args.some(arg => arg instanceof Buffer)) return redis.evalsha(script.sha, keys.length, ...keys, ...args)
  return Promise.resolve(redis.sendCommand(new ScriptCall(script, keys, args.map(String))))
}

// An EVALSHA whose text for the protocol is built once, as a whole. ioredis would process each argument four times, which is a tenth
// of the cost of a push in this process. Everything else (slot, timeout, redirections) is left to ioredis: it gets only the
// arguments that name the keys.
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

// An HMGET, built in the same way: a page of a list needs hundreds. Replies come in order, so the time limit of the last covers all.
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

const corked = new WeakSet<object>()

/**
 * Call it before you send commands: the commands of requests that arrived together then share one write to the socket. A write for
 * each would be a quarter of the cost of a push in this process. A Cluster has no single stream: there each command is sent by
 * itself. Not ioredis's autopipelining: building its pipelines costs about as much as the saved writes (measured: 15,700 pushes a
 * second with it, 15,200 without).
 */
export function batchWrites (redis: Commands): void {
  const stream = 'stream' in redis ? redis.stream : undefined
  if (!stream || corked.has(stream)) return
  corked.add(stream)
  stream.cork()
  setImmediate(() => {
    corked.delete(stream)
    stream.uncork()
  })
}
