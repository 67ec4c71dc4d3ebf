// Inspects a session in Redis, as an operator would.
import type { Redis } from 'ioredis'
import type { Entry } from '../../src/schema/entry.js'
import { FIRST, type PageLimits, type Start } from '../../src/store/entry-pages.js'
import type { EntryStore } from '../../src/store/entries.js'

export async function allEntries (store: EntryStore, session: string): Promise<Entry[]> {
  return (await allPages(store, session)).flat()
}

/** Reads all pages, as a list does. */
export async function allPages (
  store: EntryStore, session: string, limits: PageLimits = { rows: 200, bytes: 1024 * 1024 }
): Promise<Entry[][]> {
  const pages: Entry[][] = []
  let start: Start | undefined = FIRST
  while (start) {
    const { refs, hasMore } = await store.pages.page(session, start, limits)
    pages.push((await store.pages.read(session, refs)).filter(entry => entry !== undefined))
    start = hasMore ? { after: refs.at(-1)!.seq } : undefined
  }
  return pages
}

/** Counts like the service: the bytes of all values in UTF-8. */
export function bytesOf (entry: Entry): number {
  return Object.values(entry)
    .reduce((sum: number, value) => sum + Buffer.byteLength(typeof value === 'object' ? JSON.stringify(value) : String(value)), 0)
}

/** The change log, oldest first. */
export async function changeLog (redis: Redis, session: string) {
  const records = await redis.xrange(`capture:{${session}}:log`, '-', '+')
  return records.map(([rev, [, prev, , type, , requestId, , id]]) => ({ rev, prev, type, requestId, id }))
}

export async function keyNames (redis: Redis, pattern: string): Promise<string[]> {
  const keys: string[] = []
  for await (const page of redis.scanStream({ match: pattern })) keys.push(...page as string[])
  return keys.sort()
}

/** Returns every matching key with its contents, without its expiry. */
export async function contents (redis: Redis, pattern: string): Promise<(string | Buffer)[][]> {
  const keys = await keyNames(redis, pattern)
  return await Promise.all(keys.map(async key => [key, await redis.dumpBuffer(key)]))
}

/** Returns the requestIds of all entry hashes, listed or not. */
export async function hashesOf (redis: Redis, session: string): Promise<string[]> {
  const prefix = `capture:{${session}}:entry:`
  return (await keyNames(redis, `${prefix}*`)).map(key => key.slice(prefix.length))
}

export async function deadlinesOf (redis: Redis, session: string): Promise<Set<number>> {
  const keys = await keyNames(redis, `capture:{${session}}:*`)
  return new Set(await Promise.all(keys.map(key => redis.pexpiretime(key))))
}

/** Pretends that the last write was so long ago that only `leftMs` of the retention remain; returns the deadline. */
export async function age (redis: Redis, session: string, leftMs: number): Promise<number> {
  const deadline = Date.now() + leftMs
  for (const key of await keyNames(redis, `capture:{${session}}:*`)) await redis.pexpireat(key, deadline)
  await redis.hset(`capture:{${session}}:meta`, 'deadline', deadline)
  return deadline
}
