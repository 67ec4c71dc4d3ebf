// Two servers on one append-only file would destroy it. This is the lock of a data folder on systems without the commands flock and
// setpriv, such as macOS. Without these commands, there is no kind of lock that ends exactly when the server ends. So each process that
// starts a server first checks whether another server answers on the socket. Only one process at a time may check and start.
import { open, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** How long to wait for a server that is just ending. */
const TIMEOUT_MS = 5000
const PAUSE_MS = 100
/** No start takes this long: the process that created the file must be dead. */
const STALE_MS = 60_000

/** Resolves with a function that releases the folder: call it once the server answers. Undefined if another server uses the folder. */
export async function claimFolder (dir: string, socket: string): Promise<(() => Promise<void>) | undefined> {
  const file = join(dir, 'redis.starting')
  const endMs = Date.now() + TIMEOUT_MS
  for (;;) {
    if (await create(file)) {
      if (!await answers(socket)) return () => rm(file, { force: true })
      await rm(file, { force: true })
    }
    if (Date.now() > endMs) return undefined
    await delay(PAUSE_MS)
  }
}

/** False if the file exists already. A stale file is removed, for the next attempt. */
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
