// SessionStore: what is true of a session as a whole.
import { run, type Commands } from '../redis/commands.js'
import { keysOf, VIEWER_DIGITS } from './keys.js'
import { loadScript } from './scripts.js'

export interface Snapshot {
  rev: string
  /** Number of entries. */
  count: number
}

const scripts = { snapshot: loadScript('snapshot'), online: loadScript('online'), viewers: loadScript('viewers', { VIEWER_DIGITS }) }

export class SessionStore {
  constructor (private readonly redis: Commands) {}

  /** Rev and count of one moment; '0-0' and 0 for a session without changes. */
  async snapshot (session: string): Promise<Snapshot> {
    const { meta, index } = keysOf(session)
    const [rev, count] = await run(this.redis, scripts.snapshot, [meta, index]) as [string, number]
    return { rev, count }
  }

  /** Whether a viewer is connected to any replica; a replica's viewers are gone with its connection to Redis. */
  async online (session: string): Promise<boolean> {
    return await run(this.redis, scripts.online, [keysOf(session).meta]) === 1
  }

  /** How many viewers are connected, to all replicas. */
  async viewers (session: string): Promise<number> {
    return Number(await run(this.redis, scripts.viewers, [keysOf(session).meta]))
  }
}
