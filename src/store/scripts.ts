// The Lua scripts, and the one way to run them. Not ioredis's defineCommand: it takes a script for loaded even when its first
// EVAL was refused, and then a full Redis shows as NOSCRIPT instead of OOM.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { answered } from './faults.js'
import type { Commands } from './redis.js'

export type Argument = string | number | Buffer

export interface Script {
  readonly name: string
  readonly source: string
  readonly sha: string
}

const prelude = read('change')

export const scripts = {
  push: load('push', prelude),
  delete: load('delete', prelude),
  clear: load('clear', prelude),
  screenshot: load('screenshot', prelude),
  list: load('list'),
  snapshot: load('snapshot'),
  online: load('online'),
  replay: load('replay'),
  rate: load('rate')
} satisfies Record<string, Script>

/** One round trip, but for the first time on a Redis that does not know the script; rejects as faults.ts says. */
export function run (redis: Commands, script: Script, keys: string[], args: Argument[]): Promise<unknown> {
  gather(redis)
  return answered(redis, script.name, evaluate(redis, script, keys, args))
}

async function evaluate (redis: Commands, { source, sha }: Script, keys: string[], args: Argument[]): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...args)
  } catch (fault) {
    if (!(fault instanceof Error && fault.message.startsWith('NOSCRIPT'))) throw fault
    return await redis.eval(source, keys.length, ...keys, ...args)
  }
}

// Redis wants the #! line first; what the writing scripts share goes right behind it.
function load (name: string, shared = ''): Script {
  const text = read(name)
  const body = text.indexOf('\n') + 1
  const source = text.slice(0, body) + shared + text.slice(body)
  return { name, source, sha: createHash('sha1').update(source).digest('hex') }
}

function read (name: string): string {
  return readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), 'utf8')
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
