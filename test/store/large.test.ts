// Values too large to pass through a script are stored, counted, listed and replayed like all others.
import t from 'tap'
import fc from 'fast-check'
import type { Command } from 'ioredis'
import type { Push, TextField } from '../../src/schema/push.js'
import { ChangeLog } from '../../src/store/changes.js'
import { decodeEntry } from '../../src/store/codec.js'
import { EntryStore } from '../../src/store/entries.js'
import { newSession } from '../support/client.js'
import { allEntries, bytesOf, changeLog, deadlinesOf, keyNames } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'

const redis = await startRedis(t)
const limits = { retentionMs: 86_400_000, maxEntries: 2000, maxSessionBytes: 64 * 1024 ** 2, slice: 3 }
const store = new EntryStore(redis.client, limits)
const log = new ChangeLog(redis.client)
const push: Push = { api: '/a', method: 'GET', timeConsuming: 1 }
const [BELOW, ABOVE, PAGE] = ['b'.repeat(256 * 1024), 'a'.repeat(256 * 1024 + 1), 'é'.repeat(600_000)]

const staged = (session: string) => keyNames(redis.client, `capture:{${session}}:staged:*`)
const meta = (session: string, field: string) => redis.client.hget(`capture:{${session}}:meta`, field)

const textArbitrary = fc.constantFrom('', 'small', BELOW, ABOVE, PAGE)
const pushArbitrary = fc.record({
  requestId: fc.constantFrom('r1', 'r2'),
  timeConsuming: fc.constantFrom(0, 1),
  request: textArbitrary,
  response: textArbitrary,
  storage: textArbitrary
}, { requiredKeys: ['requestId', 'timeConsuming'] })

t.test('for values of any size, an entry has the last pushed ones, its size is exact, and no staged key remains', async t => {
  await fc.assert(fc.asyncProperty(fc.array(pushArbitrary, { maxLength: 6 }), async pushes => {
    const session = newSession()
    const expected = new Map<string, Push>()
    for (const given of pushes) {
      const known = expected.get(given.requestId)
      if (!(known?.timeConsuming && !given.timeConsuming)) expected.set(given.requestId, { ...known, ...push, ...given })
      await store.push(session, { ...push, ...given })
    }
    const entries = await allEntries(store, session)
    const texts = (entry: Partial<Record<TextField, string>>) => [entry.request ?? '', entry.response ?? '', entry.storage ?? ''].map(sum)
    t.same(entries.map(entry => [entry.requestId, entry.timeConsuming, ...texts(entry)]),
      [...expected.values()].map(entry => [entry.requestId, entry.timeConsuming, ...texts(entry)]))
    const bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), 0)
    t.equal(await meta(session, 'bytes'), entries.length === 0 ? null : String(bytes))
    t.same(await staged(session), [])
    t.ok((await deadlinesOf(redis.client, session)).size <= 1)
    t.same(await replayed(session), entries.map(({ id }) => id))
  }), { numRuns: 60 })
  t.pass('all sizes pass')
})

t.test('a large push to a cleared, unswept entry starts without its old values', async t => {
  const session = newSession()
  for (let n = 0; n < 8; n++) await store.push(session, { ...push, requestId: `r${n}`, request: 'old' })
  const dead = new EntryStore(redis.client, limits)
  await dead.close()
  await dead.clear(session)
  await dead.push(session, { ...push, requestId: 'r5', response: ABOVE })
  const [entry, ...others] = await allEntries(store, session)
  t.match(entry, { requestId: 'r5', request: '', response: ABOVE })
  t.same(others, [])
})

t.test('an entry that is deleted while its page is read is not listed, nor is a new one with its requestId', async t => {
  const session = newSession()
  const id = await store.push(session, { ...push, requestId: 'large', response: PAGE })
  const overtaken = new EntryStore(Object.assign(Object.create(redis.client) as typeof redis.client, {
    sendCommand: async (command: Command) => {
      if (command.name === 'hmget' && await store.remove(session, id)) {
        await store.push(session, { ...push, requestId: 'large', response: 'of now' })
      }
      return await redis.client.sendCommand(command)
    }
  }), limits)
  t.same(await allEntries(overtaken, session), [], 'the new entry comes later in the order')
  t.same((await allEntries(store, session)).map(({ response }) => response), ['of now'])
})

t.test('a full Redis refuses a large push with storage_full, and keeps no part of it', async t => {
  const session = newSession()
  await store.push(session, { ...push, requestId: 'r1', response: 'kept' })
  const before = await changeLog(redis.client, session)
  await redis.client.config('SET', 'maxmemory', '1')
  try {
    await t.rejects(store.push(session, { ...push, requestId: 'r1', response: ABOVE }), { code: 'storage_full' })
  } finally {
    await redis.client.config('SET', 'maxmemory', '0')
  }
  t.same((await allEntries(store, session)).map(({ response }) => response), ['kept'])
  t.same(await changeLog(redis.client, session), before)
  t.same(await staged(session), [])
})

t.test('a connection lost during a large push leaves no permanent keys', async t => {
  const session = newSession()
  const { client } = redis
  const other = client.duplicate()
  t.teardown(() => other.disconnect())
  const attempt = new EntryStore(other, limits).push(session, { ...push, requestId: 'r1', response: 'x'.repeat(8_000_000) })
  other.disconnect()
  await attempt.catch(() => undefined)
  for (const key of await staged(session)) t.ok(await client.pttl(key) > 0, 'the staged key expires')
  t.ok((await allEntries(store, session)).every(({ response }) => response.length === 8_000_000), 'stored completely or not at all')
})

/** Shortens a text, so that failures stay readable. */
function sum (text: string): string {
  return `${text.length} ${text.slice(0, 5)}`
}

/** Returns the ids of all entries in the log, read page by page. */
async function replayed (session: string): Promise<string[]> {
  const ids = new Set<string>()
  for (let page = await log.since(session, '0-0'); page?.length; page = await log.since(session, page.at(-1)!.rev)) {
    for (const { detail } of page) {
      const entry = decodeEntry(detail ?? [])
      if (entry) ids.add(entry.id)
    }
  }
  return [...ids]
}
