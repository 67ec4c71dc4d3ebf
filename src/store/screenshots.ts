// ScreenshotStore: the newest screenshots of every session.
import { replyOf, readHashes, runStaged, type Commands } from '../redis/commands.js'
import { decodeScreenshot, type StoredScreenshot } from './codec.js'
import { keysOf, writtenKeys } from './keys.js'
import { writingConstants } from './limits.js'
import { randomPart } from './random-part.js'
import { reportRules, type OnRules, type RulesFields } from './rules-note.js'
import { loadScript } from './scripts.js'
import type { Due, Sweeper } from './sweeper.js'

export interface ScreenshotLimits {
  retentionMs: number
  /** For all screenshots of a session together; the newest stays even if it alone is larger. */
  maxSessionBytes: number
}

const MAX_SHOTS = 20
/** All fields but the image. */
const METADATA_FIELDS = ['type', 'size', 'timestamp'] as const

export class ScreenshotStore {
  /** How many screenshots were uploaded to this replica since it started. */
  readonly tally = { uploaded: 0 }

  private readonly script

  /** `sweeper`: continues the work that an upload leaves over. */
  constructor (
    private readonly redis: Commands,
    limits: ScreenshotLimits,
    private readonly sweeper: Pick<Sweeper, 'schedule'>
  ) {
    this.script = loadScript('screenshot', { ...writingConstants(limits), MAX_SHOTS })
  }

  async add (session: string, type: string, image: Buffer, onRules?: OnRules): Promise<StoredScreenshot> {
    const [keys, random] = [keysOf(session), randomPart()]
    const staged = { key: keys.stagedPrefix + random, fields: ['data', image] }
    const reply = await runStaged(this.redis, this.script, writtenKeys(keys), staged, random, type, image.length)
    const [id, timestamp, due, ...rulesFields] = reply as [string, string, Due, ...RulesFields]
    reportRules(onRules, rulesFields)
    this.tally.uploaded++
    if (due) this.sweeper.schedule(session)
    return { id, type, size: image.length, timestamp: Number(timestamp) }
  }

  /** Oldest first. */
  async list (session: string): Promise<StoredScreenshot[]> {
    const { shots, shotPrefix } = keysOf(session)
    const ids = await replyOf(this.redis, 'zrange', this.redis.zrange(shots, 0, '-1'))
    const rows = await readHashes(this.redis, ids.map(id => shotPrefix + id), METADATA_FIELDS)
    return ids.flatMap((id, n) => described(id, rows[n]) ?? [])
  }

  /** All but the image; undefined if there is no such screenshot. */
  async describe (session: string, id: string): Promise<StoredScreenshot | undefined> {
    const key = keysOf(session).shotPrefix + id
    return described(id, await replyOf(this.redis, 'hmget', this.redis.hmget(key, ...METADATA_FIELDS)))
  }

  /** The image and its media type; undefined if there is no such screenshot. */
  async read (session: string, id: string): Promise<{ type: string, image: Buffer } | undefined> {
    const key = keysOf(session).shotPrefix + id
    const [type, image] = await replyOf(this.redis, 'hmget', this.redis.hmgetBuffer(key, 'type', 'data'))
    return type && image ? { type: type.toString(), image } : undefined
  }
}

function described (id: string, row: (string | null)[] | undefined): StoredScreenshot | undefined {
  return row?.[0] ? decodeScreenshot(id, row) : undefined
}
