// A private redis-server, if the settings name no Redis: a child that ends with this process, with its data in a folder. It listens
// only on a Unix socket, so it cannot collide with a Redis that already runs on this machine. No library does this: redis-memory-server
// downloads and compiles Redis when npm installs it, and its servers start empty, on a TCP port.
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { exited, launch, LOCK_TAKEN, type ServerProcess } from './server-process.js'

export interface EmbeddedRedis {
  /** The path of the Unix socket. */
  path: string
  /** Resolves when Redis has written its data and has ended. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  /** Further settings, as arguments of redis-server's command line; they override redis.conf. */
  settings?: string[]
  /** Called when the server died unexpectedly. It is then restarted on the same data, until that succeeds. */
  onDeath?: (error: Error) => void
}

// The longest path that the address of a socket can hold.
const MAX_SOCKET_PATH = process.platform === 'linux' ? 107 : 103
const RESTART_PAUSE_MS = 500

/** Rejects with one line for a person if the server cannot be started. */
export async function startEmbeddedRedis (dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedRedis> {
  const dir = resolve(dataDir)
  const path = join(dir, 'redis.sock')
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH) {
    throw new Error(`DATA_DIR is too long for the path of a socket: ${dir}. Set it to a shorter path`)
  }
  await mkdir(dir, { recursive: true }).catch((error: Error) => {
    const sentence = `The folder of the private Redis, DATA_DIR, cannot be created: ${error.message}`
    throw new Error(`${sentence}. Set DATA_DIR to another folder, or set REDIS_URL`)
  })

  const settings = options.settings ?? []
  let server = await startServer(dir, path, settings)
  const closing = new AbortController()
  const kept = keepRunning()
  return { path, close: async () => { closing.abort(); server.end(); await exited(server); await kept } }

  async function keepRunning (): Promise<void> {
    for (;;) {
      await exited(server)
      if (closing.signal.aborted) return
      options.onDeath?.(new Error('The private redis-server has died and is being restarted'))
      await delay(RESTART_PAUSE_MS)
      if (closing.signal.aborted) return
      await startServer(dir, path, settings, launched => { server = launched }).catch((error: Error) => {
        if (!closing.signal.aborted) options.onDeath?.(error)
      })
      // close() was called while the server was starting.
      if (closing.signal.aborted) server.end()
    }
  }
}

async function startServer (
  dir: string, path: string, settings: string[], onLaunch = (_server: ServerProcess) => {}
): Promise<ServerProcess> {
  const server = await launch(dir, path, settings)
  if (!server) throw inUse(dir)
  onLaunch(server)
  try {
    await ready(server, dir)
    return server
  } finally {
    await server.release()
  }
}

function inUse (dir: string): Error {
  return new Error(`DATA_DIR is in use by another Earshot: ${dir}. Stop that one, or set DATA_DIR to another folder`)
}

// An older server does not know all settings of redis.conf, and says only that.
function tooOld (words: string): string {
  const version = /CONFIG FILE ERROR \(Redis ([0-6]\.[0-9.]+)\)/.exec(words)?.[1]
  return version === undefined ? '' : `. It is Redis ${version}: install 7.0 or later, or set REDIS_URL to such a Redis`
}

// The server's log shows when it has read its data and is ready. A connection proves nothing: another server may answer it.
function ready ({ child }: ServerProcess, dir: string): Promise<void> {
  let words = ''
  return new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        words = (words + text).slice(-2000)
        if (/ready to accept connections/i.test(words)) resolve()
      })
    }
    child.once('error', reject)
    // 'exit' may come before all output was read; 'close' comes after it.
    child.once('close', (code: number | null) => {
      const reason = words.trim().split('\n').at(-1) ?? ''
      reject(code === LOCK_TAKEN ? inUse(dir) : new Error(`redis-server did not start: ${reason}${tooOld(words)}`))
    })
  })
}
