// Replicas for tests: in this process, which is fast and counts for coverage, or as the process that users start.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { buildApp } from '../../src/app.js'
import { readConfig } from '../../src/config.js'
import { openRedis, type RedisConnections } from '../../src/redis/connections.js'
import type { TestRedis } from './redis.js'

/** Its end also ends everything that was started for it: a test, or a program that runs like one. */
export interface Owner {
  teardown (end: () => unknown): void
}

export interface Replica {
  url: string
  app: FastifyInstance
  redis: RedisConnections
}

/** `env` contains settings as an operator gives them. */
export async function startReplica (t: Test, { address }: Pick<TestRedis, 'address'>, env: NodeJS.ProcessEnv = {}): Promise<Replica> {
  const redis = await openRedis(address, () => {})
  t.teardown(() => redis.close())
  const app = await buildApp(readConfig({ LOG_LEVEL: 'silent', ...env }), redis)
  t.teardown(() => app.close())
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), app, redis }
}

export interface ReplicaProcess {
  url: string
  child: ChildProcess
  /** Returns the output so far. */
  printed(): string
}

/** Starts the built service with `node <main>`; kills it at the end of the test if it still runs. */
export async function startProcess (t: Owner, env: NodeJS.ProcessEnv): Promise<ReplicaProcess> {
  return await ready(spawnMain(t, env))
}

/** Rejects with the output if the service ends before it is ready. */
export async function ready ({ child, printed }: Spawned): Promise<ReplicaProcess> {
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /http:\/\/[\w.:]+\d/.exec(printed())?.[0]
      if (found) resolve(found)
    })
    child.once('close', () => reject(new Error(`The service ended before it was ready: ${printed()}`)))
  })
  return { url, child, printed }
}

/** Runs the built service until it ends. */
export async function runMain (t: Test, env: NodeJS.ProcessEnv, args: string[] = []): Promise<{ code: number | null, printed: string }> {
  const { child, printed } = spawnMain(t, env, args)
  const [code] = await once(child, 'close') as [number | null]
  return { code, printed: printed() }
}

type Spawned = ReturnType<typeof spawnService>

/** `prefix` contains the words of a command that runs another one. */
export function spawnMain (t: Owner, env: NodeJS.ProcessEnv, args: string[] = [], prefix: string[] = []): Spawned {
  const main = fileURLToPath(new URL('../..', import.meta.url))
  const { NODE_V8_COVERAGE } = process.env
  return spawnService(t, [...prefix, process.execPath, main, ...args], { NODE_V8_COVERAGE, ...env })
}

/** Starts any command in any folder. */
export function spawnService (t: Owner, [command = '', ...words]: string[], env: NodeJS.ProcessEnv, cwd?: string) {
  const { PATH } = process.env
  const child = spawn(command, words, { cwd, env: { PATH, PORT: '0', ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(() => child.kill('SIGKILL'))
  let text = ''
  const listen = (chunk: Buffer) => { text += chunk.toString() }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  return { child, printed: () => text }
}
