// SessionStore: facts about a session as a whole: its rev, its number of entries, its viewers.
import { run, type Commands } from '../redis/commands.js'
import { keysOf, VIEWER_DIGITS } from './keys.js'
import { readNote } from './rules-note.js'
import { loadScript } from './scripts.js'

export interface Snapshot {
  rev: string
  /** Number of entries. */
  count: number
  /** Whether rules were ever written; true even if the list is empty now. */
  hasHadRules: boolean
}

const scripts = { snapshot: loadScript('snapshot'), online: loadScript('online'), viewers: loadScript('viewers', { VIEWER_DIGITS }) }

export class SessionStore {
  constructor (private readonly redis: Commands) {}

  /** The rev and the number of entries, read in one step; '0-0' and 0 for a session without changes. */
  async snapshot (session: string): Promise<Snapshot> {
    const { meta, index } = keysOf(session)
    const [rev, count, noted] = await run(this.redis, scripts.snapshot, [meta, index]) as [string, number, string | null]
    return { rev, count, hasHadRules: readNote(noted, 0).version !== '0' }
  }

  /** Whether a viewer is connected to any replica. The viewers of a replica stop counting when it loses its connection to Redis. */
  async online (session: string): Promise<boolean> {
    return await run(this.redis, scripts.online, [keysOf(session).meta]) === 1
  }

  /** How many viewers are connected, over all replicas. */
  async viewers (session: string): Promise<number> {
    return Number(await run(this.redis, scripts.viewers, [keysOf(session).meta]))
  }
}
