// A private redis-server for a service that was given none: a child that lives and dies with this process, its data in a
// folder. It listens on a Unix socket only, so it cannot collide with a Redis that already runs on this machine. No library does it:
// redis-memory-server downloads and compiles Redis when npm installs it, and its servers start empty, on a TCP port.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface EmbeddedRedis {
  /** Of the Unix socket. */
  path: string
  /** Resolves when Redis has written everything and is gone. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** Further settings, as redis-server's command line takes them; they win over redis.conf. */
  settings?: string[]
  /** Told when the server died unasked; it is then started anew on the same data, as often as it takes. */
  onDeath?: (error: Error) => void
}

const CONF = fileURLToPath(new URL('../../redis.conf', import.meta.url))
const LOCK_TAKEN = 75
const MAX_SOCKET_PATH = 107
const RESTART_PAUSE_MS = 500

/** Rejects with one line for a person where the server cannot be started. */
export async function startEmbeddedRedis (dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedRedis> {
  if (process.platform !== 'linux') throw new Error('A private Redis runs on Linux only: start one yourself and set REDIS_URL')
  const dir = resolve(dataDir)
  const path = join(dir, 'redis.sock')
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH) throw new Error(`DATA_DIR is too long a path for a socket: ${dir}`)
  await mkdir(dir, { recursive: true }).catch((error: Error) => {
    throw new Error(`A private Redis needs a folder, and DATA_DIR cannot be made (${error.message}): set REDIS_URL to use another`)
  })

  let server = launch(dir, path, options.settings ?? [])
  await started(server, dir)

  const closing = new AbortController()
  const kept = keepRunning()
  return { path, close: async () => { closing.abort(); await stop(server); await kept } }

  async function keepRunning (): Promise<void> {
    for (;;) {
      await exited(server)
      if (closing.signal.aborted) return
      options.onDeath?.(new Error('The private redis-server died and is started anew'))
      await delay(RESTART_PAUSE_MS)
      if (closing.signal.aborted) return
      server = launch(dir, path, options.settings ?? [])
      await started(server, dir).catch(options.onDeath)
    }
  }
}

// setpriv: the kernel ends the server with this process, however this process dies. flock: the server inherits the lock and holds it as
// long as it lives, because two servers on one append-only file would destroy it. A server that is just ending is waited for.
function launch (dir: string, path: string, settings: string[]): ChildProcess {
  const lock = ['flock', '--no-fork', '--timeout', '5', '--conflict-exit-code', String(LOCK_TAKEN), join(dir, 'redis.lock')]
  const redis = ['redis-server', '-', '--port', '0', '--unixsocket', path, '--unixsocketperm', '600', '--dir', dir,
    '--daemonize', 'no', ...settings]
  // The server reads it from its standard input, not by its name, so that CONFIG REWRITE cannot overwrite it.
  const conf = openSync(CONF, 'r')
  try {
    return spawn('setpriv', ['--pdeathsig', 'TERM', '--', ...lock, ...redis], {
      stdio: [conf, 'pipe', 'pipe'],
      // A process group of its own: Ctrl-C in the terminal must reach the service first, which then ends the server.
      detached: true
    })
  } finally {
    closeSync(conf)
  }
}

// Its log tells when it has read its data and is ready. A connection would not tell: it may reach another server, which holds the lock.
async function started (server: ChildProcess, dir: string): Promise<void> {
  let words = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        words = (words + text).slice(-2000)
        if (/ready to accept connections/i.test(words)) resolve()
      })
    }
    server.once('error', reject)
    // 'exit' may come before all output was read; 'close' comes after it.
    server.once('close', (code: number | null) => {
      const reason = words.trim().split('\n').at(-1) ?? ''
      reject(new Error(code === LOCK_TAKEN
        ? `DATA_DIR is in use by another Earshot: ${dir}`
        : `redis-server did not start: ${reason}`))
    })
  })
}

async function stop (server: ChildProcess): Promise<void> {
  server.kill('SIGTERM')
  await exited(server)
}

async function exited (server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
}
