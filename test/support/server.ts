// redis-server processes on loopback ports, single or as members of a group. Tests can kill, pause and restart them. All of them stop when
// their owner (such as a test) ends.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import type { Owner } from './replica.js'
import { until } from './until.js'

export interface Server {
  port: number
  alive: boolean
  /** Inspects data, and injects faults. */
  client: Redis
  /** Sends SIGKILL; resolves when the process has exited. */
  kill(): Promise<void>
  /** Sends SIGSTOP: the server accepts connections but does not answer. */
  pause(): void
  resume(): void
  /** Starts it again with the same port and data; resolves when it answers. */
  restart(): Promise<void>
}

export const CONF = fileURLToPath(new URL('../../redis.conf', import.meta.url))

/** `args` are command line arguments of redis-server: a configuration file, then settings, including the port. */
export async function startServer (t: Owner, port: number, args: string[]): Promise<Server> {
  const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, commandTimeout: 5000, retryStrategy: () => 100 })
  client.on('error', () => {})
  t.teardown(() => client.disconnect())
  let child: ChildProcess | undefined

  const server: Server = {
    port,
    client,
    alive: false,
    kill: async () => {
      server.alive = false
      const gone = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child?.kill('SIGKILL')
      await gone
    },
    pause: () => { child?.kill('SIGSTOP') },
    resume: () => { child?.kill('SIGCONT') },
    restart: async () => {
      // setpriv makes the kernel kill the server when this process ends, however it ends.
      child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', 'redis-server', ...args], { stdio: 'ignore', detached: true })
      await until(`a server answers on port ${port}`, async () => await client.ping() === 'PONG')
      server.alive = true
    }
  }
  t.teardown(() => server.kill())
  await server.restart()
  return server
}

/** Returns different unused ports, below those that the system uses for outgoing connections. */
export async function freePorts (count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

async function isFree (port: number): Promise<boolean> {
  const listener = createServer().listen(port, '127.0.0.1')
  return await once(listener, 'listening').then(() => { listener.close(); return true }, () => false)
}
