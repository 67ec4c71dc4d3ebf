// Starts the programs under measurement, ends them, and reads their CPU time and memory.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startEmbeddedRedis } from '../../src/redis/embedded.js'
import type { MemoryLimit } from './memory-limit.js'

export interface Program {
  /** http://host:port, or a socket's path. */
  address: string
  pid: number
  close(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a Redis with the project's redis.conf; `address` is the path of its socket. */
export async function startRedis (): Promise<Program> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const server = await startEmbeddedRedis(dir, { settings: ['--maxmemory', '4gb', '--pidfile', join(dir, 'redis.pid')] })
  const pid = Number(readFileSync(join(dir, 'redis.pid'), 'utf8'))
  return { address: server.path, pid, close: async () => { await server.close(); await rm(dir, { recursive: true }) } }
}

/** Starts the built service on this Redis. */
export function startReplica (
  redis: Program, env: Record<string, string> = {}, nodeOptions: string[] = [], limit?: MemoryLimit
): Promise<Program> {
  return startServer([...nodeOptions, 'dist/main.js'], { REDIS_URL: redis.address, PORT: '0', ...env }, limit)
}

/** Node options for a program whose garbage can be collected on demand. */
export const COLLECTABLE = ['--expose-gc', '--import', "data:text/javascript,process.on('SIGUSR2',()=>gc())"]

/** Collects several times, because V8 returns pages to the system late. */
export async function collectGarbage ({ pid }: Program): Promise<void> {
  for (let n = 0; n < 5; n++) {
    process.kill(pid, 'SIGUSR2')
    await sleep(300)
  }
}

/** Starts a program that prints the address on which it listens. */
export async function startServer (args: string[], env: Record<string, string> = {}, limit?: MemoryLimit): Promise<Program> {
  const [program, ...first] = limit ? ['/bin/sh', '-c', limit.enter, process.execPath] as const : [process.execPath] as const
  const child = spawn(program, [...first, ...args],
    { cwd: ROOT, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const address = await addressOf(child)
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    limit?.remove()
  }
  return { address, pid: child.pid!, close }
}

/** CPU time of all threads since the start, in microseconds; the kernel counts hundredths of a second. */
export function cpuMicroseconds ({ pid }: Program): number {
  return microsecondsIn(`/proc/${pid}/stat`)
}

/** The same of its main thread alone. */
export function mainThreadMicroseconds ({ pid }: Program): number {
  return microsecondsIn(`/proc/${pid}/task/${pid}/stat`)
}

function microsecondsIn (file: string): number {
  const fields = readFileSync(file, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Resident memory in MiB: now, and the peak. */
export function memoryMiB ({ pid }: Pick<Program, 'pid'>): { now: number, peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1]) / 1024
  return { now: field('VmRSS'), peak: field('VmHWM') }
}

/** `ulimit -n` of this process; Node has raised it to the maximum. */
export function mostOpenFiles (): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))![1])
}

async function addressOf (child: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of child.stdout!.setEncoding('utf8') as AsyncIterable<string>) {
    printed += chunk
    const address = /https?:\/\/[\w.:]+\d/.exec(printed)
    if (address) {
      child.stdout!.resume()
      return address[0]
    }
  }
  throw new Error(`The program ended without an address: ${printed}`)
}
