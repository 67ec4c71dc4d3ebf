// Two servers on one append-only file would destroy it. Where there is no flock to hold a lock for as long as a server lives, whoever
// starts one looks whether another answers on the socket; and only one at a time may look and start.
import { open, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A server that is just ending is waited for. */
const PATIENCE_MS = 5000
const PAUSE_MS = 100
/** No start takes as long: the process that held the lock is dead. */
const STALE_MS = 60_000

/** Resolves with what gives the folder free for others, to be called once the server answers; undefined where another uses it. */
export async function claimFolder (dir: string, socket: string): Promise<(() => Promise<void>) | undefined> {
  const file = join(dir, 'redis.starting')
  const endMs = Date.now() + PATIENCE_MS
  for (;;) {
    if (await create(file)) {
      if (!await answers(socket)) return () => rm(file, { force: true })
      await rm(file, { force: true })
    }
    if (Date.now() > endMs) return undefined
    await delay(PAUSE_MS)
  }
}

/** False where it is there, and somebody still needs it. */
async function create (file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx')).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const age = Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? Date.now())
    if (age > STALE_MS) await rm(file, { force: true })
    return false
  }
}

function answers (socket: string): Promise<boolean> {
  return new Promise(resolve => {
    const connection = connect(socket)
    connection.once('connect', () => { connection.destroy(); resolve(true) }).once('error', () => resolve(false))
  })
}
