// ScreenshotStore: the newest screenshots of every session.
import { answered, run, type Commands } from '../redis/commands.js'
import { decodeScreenshot, type StoredScreenshot } from './codec.js'
import { keysOf, writeKeys } from './keys.js'
import { scripts } from './scripts.js'
import { changeArguments, randomPart } from './sessions.js'

export interface ScreenshotLimits {
  retentionMs: number
  /** For all screenshots of a session together; the newest stays even where it alone is larger. */
  maxSessionBytes: number
}

const MAX_SCREENSHOTS = 20

export class ScreenshotStore {
  /** Of this replica, since it started. */
  readonly tally = { uploaded: 0 }

  constructor (private readonly redis: Commands, private readonly limits: ScreenshotLimits) {}

  async add (session: string, type: string, image: Buffer): Promise<StoredScreenshot> {
    const keys = keysOf(session)
    const args = [
      ...changeArguments(keys, this.limits.retentionMs),
      MAX_SCREENSHOTS, this.limits.maxSessionBytes, randomPart(), type, image
    ]
    const [id, timestamp] = await run(this.redis, scripts.screenshot, writeKeys(keys), args) as [string, string]
    this.tally.uploaded++
    return { id, type, size: image.length, timestamp: Number(timestamp) }
  }

  /** Oldest first. */
  async list (session: string): Promise<StoredScreenshot[]> {
    const ids = await answered(this.redis, 'zrange', this.redis.zrange(keysOf(session).shots, 0, '-1'))
    const found = await Promise.all(ids.map(id => this.describe(session, id)))
    return found.filter(screenshot => screenshot !== undefined)
  }

  /** All but the image; undefined where there is none. */
  async describe (session: string, id: string): Promise<StoredScreenshot | undefined> {
    const key = keysOf(session).shotPrefix + id
    const row = await answered(this.redis, 'hmget', this.redis.hmget(key, 'type', 'size', 'timestamp'))
    return row[0] ? decodeScreenshot(id, row) : undefined
  }

  /** The image and its media type; undefined where there is none. */
  async read (session: string, id: string): Promise<{ type: string, image: Buffer } | undefined> {
    const key = keysOf(session).shotPrefix + id
    const [type, image] = await answered(this.redis, 'hmget', this.redis.hmgetBuffer(key, 'type', 'data'))
    return type && image ? { type: type.toString(), image } : undefined
  }
}
