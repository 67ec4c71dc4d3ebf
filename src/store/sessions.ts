// SessionStore: what is true of a session as a whole; and what every change to one carries.
import { randomUUID } from 'node:crypto'
import { run, type Argument, type Commands } from '../redis/commands.js'
import { keysOf, type SessionKeys } from './keys.js'
import { scripts } from './scripts.js'

export interface Snapshot {
  rev: string
  /** Number of entries. */
  count: number
}

export class SessionStore {
  constructor (private readonly redis: Commands) {}

  /** Rev and count of one moment; '0-0' and 0 for a session without changes. */
  async snapshot (session: string): Promise<Snapshot> {
    const keys = keysOf(session)
    const [rev, count] = await run(this.redis, scripts.snapshot, [keys.meta, keys.index], []) as [string, number]
    return { rev, count }
  }

  /** Whether a viewer is connected to any replica; a replica's viewers are gone with its connection to Redis. */
  async online (session: string): Promise<boolean> {
    const keys = keysOf(session)
    return await run(this.redis, scripts.online, [keys.meta], [keys.channel]) === 1
  }
}

/** About so many changes stay readable for those who come back. */
export const LOG_LENGTH = 2000

/** The leading arguments of every writing script, as lua/change.lua lists them. */
export function changeArguments (keys: SessionKeys, retentionMs: number): Argument[] {
  return [keys.channel, keys.entryPrefix, keys.shotPrefix, retentionMs, LOG_LENGTH]
}

/** 48 random bits in hex, behind the sequence number of an id. A UUID's last group, because Node draws those in batches. */
export function randomPart (): string {
  return randomUUID().slice(-12)
}
