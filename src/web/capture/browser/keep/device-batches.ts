// Keeps batches in IndexedDB, which all pages of an origin share. Transactions are atomic, so a page may be killed at any time. Web Locks
// are not used, because they exist only in secure contexts, and keep pages out of the back/forward cache.
import { quiet } from '../../core/host.js'
import { wallMs } from '../../core/keep/clock.js'
import {
  BUSY_MS, chosen, outdated, type BatchKey, type KeptBatch, type KeptBatches, type KeptHead, type TakenBatches, type IsWanted
} from '../../core/keep/kept-batch.js'

const NAME = 'earshot'
const VERSION = 1
/** The batches without their texts, the texts, and the two values below. */
const STORES = ['heads', 'bodies', 'values'] as const
/** Which page sends at the moment, and until when at most. */
const SENDER = 'sender'
const DROPPED = 'dropped'
const AT_ONCE = 500

interface Sender { owner: string, untilMs: number }

type Stores = Record<typeof STORES[number], IDBObjectStore>

export class DeviceBatches implements KeptBatches {
  private db: IDBDatabase | undefined
  private opening: Promise<IDBDatabase> | undefined
  private isSending = false

  /** `owner`: a text that no other page has. */
  constructor (private readonly owner: string) {}

  /** Rejects if there is no storage, or if a newer recorder has made it. */
  private async open (): Promise<IDBDatabase> {
    this.opening ??= opened().then(db => {
      // Otherwise, nobody could delete the database or update it.
      db.onversionchange = () => { this.close() }
      db.onclose = () => { this.close() }
      this.db = db
      return db
    })
    this.opening.catch(() => { this.opening = undefined })
    return await this.opening
  }

  async add ({ body, ...head }: KeptBatch): Promise<void> {
    await this.change(({ heads, bodies }) => {
      heads.put(head)
      bodies.put(body, head.key)
    })
  }

  async take (wanted: IsWanted): Promise<TakenBatches> {
    return await this.change(async ({ heads, bodies, values }) => {
      const nowMs = wallMs()
      const sender = await result<Sender | undefined>(values.get(SENDER))
      const leftMs = (sender?.untilMs ?? 0) - nowMs
      // More is left only if the clock was set back.
      if (sender?.owner !== this.owner && leftMs > 0 && leftMs <= BUSY_MS) return { batches: [], isBusy: true, dropped: 0 }
      const found = chosen(await all(heads), wanted)
      const batches: KeptBatch[] = []
      for (const head of found) batches.push({ ...head, body: await result<string>(bodies.get(head.key)) })
      if (found.length > 0) {
        values.put({ owner: this.owner, untilMs: nowMs + BUSY_MS } satisfies Sender, SENDER)
        this.isSending = true
      }
      return { batches, isBusy: false, dropped: await result<number | undefined>(values.get(DROPPED)) ?? 0 }
    })
  }

  async remove (keys: BatchKey[]): Promise<void> {
    await this.change(stores => remove(stores, keys))
  }

  async settle (keys: BatchKey[], told: number, rest?: KeptBatch): Promise<void> {
    this.isSending = false
    await this.change(async ({ heads, bodies, values }) => {
      remove({ heads, bodies }, keys)
      if (rest) {
        const { body, ...head } = rest
        heads.put(head)
        bodies.put(body, head.key)
      }
      if (told > 0) values.put(Math.max(0, (await result<number | undefined>(values.get(DROPPED)) ?? 0) - told), DROPPED)
      await this.end(values)
    })
  }

  async release (): Promise<void> {
    this.isSending = false
    await this.change(async ({ values }) => { await this.end(values) })
  }

  async free (head: KeptHead): Promise<void> {
    await this.change(async ({ heads }) => {
      // Another page may have sent it.
      if (await result(heads.getKey(head.key)) !== undefined) heads.put({ ...head, busyUntilMs: 0 })
    })
  }

  async tidy (mostBytes: number): Promise<number> {
    return await this.change(async ({ heads, bodies, values }) => {
      const { keys, lost } = outdated(await all(heads), mostBytes, wallMs())
      remove({ heads, bodies }, keys)
      if (lost > 0) values.put((await result<number | undefined>(values.get(DROPPED)) ?? 0) + lost, DROPPED)
      return lost
    })
  }

  leave (): void {
    const { db } = this
    if (!db) return
    if (this.isSending) db.transaction('values', 'readwrite').objectStore('values').delete(SENDER)
    this.isSending = false
    // It closes after the transactions that have begun.
    this.close()
  }

  private async end (values: IDBObjectStore): Promise<void> {
    const sender = await result<Sender | undefined>(values.get(SENDER))
    if (sender?.owner === this.owner) values.delete(SENDER)
  }

  private close (): void {
    this.db?.close()
    this.db = this.opening = undefined
  }

  // If the database is open, the transaction begins at once, so that a page that is left still begins it.
  private async change<Result> (run: (stores: Stores) => Result | Promise<Result>): Promise<Result> {
    const db = this.db ?? await this.open()
    const transaction = db.transaction(STORES, 'readwrite')
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('the storage was closed'))
    })
    ended.catch(() => {})
    const stores = Object.fromEntries(STORES.map(name => [name, transaction.objectStore(name)])) as Stores
    try {
      const given = run(stores)
      // Begins to store without waiting for a page that may be gone.
      if (!(given instanceof Promise)) transaction.commit?.()
      const value = await given
      await ended
      return value
    } catch (error) {
      // It may have ended already.
      quiet(() => transaction.abort())
      throw error
    }
  }
}

function remove ({ heads, bodies }: Pick<Stores, 'heads' | 'bodies'>, keys: BatchKey[]): void {
  for (const key of keys) {
    heads.delete(key)
    bodies.delete(key)
  }
}

/** Read in pieces, so that none takes long. */
async function all (heads: IDBObjectStore): Promise<KeptHead[]> {
  const found: KeptHead[] = []
  for (;;) {
    const last = found[found.length - 1]
    const more = await result<KeptHead[]>(heads.getAll(last && IDBKeyRange.lowerBound(last.key, true), AT_ONCE))
    found.push(...more)
    if (more.length < AT_ONCE) return found
  }
}

async function opened (): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('heads', { keyPath: 'key' })
    request.result.createObjectStore('bodies')
    request.result.createObjectStore('values')
  }
  return await result(request)
}

async function result<Result> (request: IDBRequest): Promise<Result> {
  return await new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Result)
    request.onerror = () => reject(request.error ?? new Error('the storage failed'))
  })
}
