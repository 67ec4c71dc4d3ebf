// Keeps batches in the storage of the platform. Platforms limit the size of one value, so a batch is stored as a head and the pieces of its
// text. The head is written last and removed first, and pieces without a head do not count, so the app may be killed at any time. Only one
// recorder runs at a time, so the heads are cached in memory.
import { wallMs } from '../core/keep/clock.js'
import {
  chosen, outdated, type BatchKey, type KeptBatch, type KeptBatches, type KeptHead, type TakenBatches, type IsWanted
} from '../core/keep/kept-batch.js'
import { KEPT } from './kept-key.js'
import type { Storage } from './storage.js'

/** In characters: Alipay allows 200 K a key, WeChat 1 MB. A character takes at most three bytes. */
const PIECE_CHARS = 128 * 1024
const AT_ONCE = 20
const DROPPED = `${KEPT}dropped`

/** `chars`: of the text, to know whether all of it is there. */
interface Stored { head: KeptHead, pieces: number, chars: number }

export class StoredBatches implements KeptBatches {
  private stored: Stored[] = []
  private dropped = 0
  private reading: Promise<void> | undefined

  constructor (private readonly storage: Storage) {}

  async add ({ body, ...head }: KeptBatch): Promise<void> {
    await this.read()
    const pieces = piecesOf(body)
    const name = nameOf(head.key)
    const stored = { head, pieces: pieces.length, chars: body.length }
    try {
      for (const [n, piece] of pieces.entries()) await this.storage.write(`${name}.${n}`, piece)
      await this.storage.write(name, JSON.stringify(stored))
    } catch (error) {
      await this.erase(stored).catch(() => {})
      throw error
    }
    this.stored = [...this.stored, stored].sort(inOrder)
  }

  async take (wanted: IsWanted): Promise<TakenBatches> {
    await this.read()
    const batches: KeptBatch[] = []
    for (const head of chosen(this.stored.map(({ head }) => head), wanted)) {
      const stored = this.find(head.key) as Stored
      const body = await this.bodyOf(stored)
      // The app, or its user, has cleared the storage.
      if (body === undefined) await this.remove([head.key])
      else batches.push({ ...head, body })
    }
    // All that was chosen has gone from the storage: other batches may be chosen now.
    return batches.length === 0 && this.stored.some(({ head }) => wanted(head))
      ? await this.take(wanted)
      : { batches, isBusy: false, dropped: this.dropped }
  }

  async settle (keys: BatchKey[], told: number, rest?: KeptBatch): Promise<void> {
    if (rest) await this.add(rest)
    await this.remove(keys)
    if (told > 0) await this.drop(-told)
  }

  async release (): Promise<void> {}

  async free ({ key }: KeptHead): Promise<void> {
    const stored = this.find(key)
    if (stored) stored.head = { ...stored.head, busyUntilMs: 0 }
  }

  async tidy (mostBytes: number): Promise<number> {
    await this.read()
    const { keys, lost } = outdated(this.stored.map(({ head }) => head), mostBytes, wallMs())
    await this.remove(keys)
    if (lost > 0) await this.drop(lost)
    return lost
  }

  leave (): void {}

  async remove (keys: BatchKey[]): Promise<void> {
    for (const key of keys) {
      const stored = this.find(key)
      if (!stored) continue
      await this.erase(stored)
      this.stored = this.stored.filter(one => one !== stored)
    }
  }

  private find (key: BatchKey): Stored | undefined {
    return this.stored.find(({ head }) => nameOf(head.key) === nameOf(key))
  }

  private async erase ({ head: { key }, pieces }: Stored): Promise<void> {
    const name = nameOf(key)
    await this.storage.remove(name)
    for (let n = 0; n < pieces; n++) await this.storage.remove(`${name}.${n}`)
  }

  private async bodyOf ({ head: { key }, pieces, chars }: Stored): Promise<string | undefined> {
    const name = nameOf(key)
    let body = ''
    for (let n = 0; n < pieces; n++) body += await this.storage.read(`${name}.${n}`) ?? ''
    return body.length === chars ? body : undefined
  }

  private async drop (count: number): Promise<void> {
    this.dropped = Math.max(0, this.dropped + count)
    await this.storage.write(DROPPED, String(this.dropped))
  }

  private async read (): Promise<void> {
    this.reading ??= this.readAll()
    this.reading.catch(() => { this.reading = undefined })
    await this.reading
  }

  // What an earlier run of the app has left.
  private async readAll (): Promise<void> {
    const { storage } = this
    const keys = (await storage.keys()).filter(key => key.startsWith(KEPT))
    this.dropped = Number(keys.includes(DROPPED) ? await storage.read(DROPPED) : 0) || 0
    const found: Stored[] = []
    await each(keys.filter(isHead), async key => {
      const stored = storedIn(key, await storage.read(key))
      if (stored) found.push(stored)
      else await storage.remove(key)
    })
    this.stored = found.sort(inOrder)
    const names = new Set(found.map(({ head }) => nameOf(head.key)))
    const isLost = (key: string) => key !== DROPPED && !isHead(key) && !names.has(key.replace(/\.\d+$/, ''))
    await each(keys.filter(isLost), async key => await storage.remove(key))
  }
}

function nameOf (key: BatchKey): string {
  return KEPT + key.join('-')
}

/** `earshot.keep.1700000000000-0-k3f`; its pieces end with `.0`, `.1` and so on. */
function isHead (key: string): boolean {
  return key !== DROPPED && !key.slice(KEPT.length).includes('.')
}

/** Nobody waits for an answer to it any more. undefined if the app, or other code, wrote it. */
function storedIn (key: string, text = ''): Stored | undefined {
  try {
    const { head, pieces, chars } = JSON.parse(text) as Stored
    return nameOf(head.key) === key ? { head: { ...head, busyUntilMs: 0 }, pieces: Number(pieces), chars: Number(chars) } : undefined
  } catch {
    return undefined
  }
}

function inOrder ({ head: { key: [ms, n] } }: Stored, { head: { key: [otherMs, otherN] } }: Stored): number {
  return ms - otherMs || n - otherN
}

/** No piece ends within a character: storages may not keep half of one. */
function piecesOf (text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const end = at + PIECE_CHARS
    const isWithin = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))
    pieces.push(text.slice(at, isWithin ? end - 1 : end))
    at = isWithin ? end - 1 : end
  }
  return pieces
}

async function each<Item> (items: Item[], run: (item: Item) => Promise<void>): Promise<void> {
  for (let n = 0; n < items.length; n += AT_ONCE) await Promise.all(items.slice(n, n + AT_ONCE).map(run))
}
