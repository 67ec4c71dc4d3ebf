// Random writes in random order, by two replicas, one of which never continues unfinished work: the change log always agrees with the list.
import t from 'tap'
import fc from 'fast-check'
import { run } from '../../src/redis/commands.js'
import type { Push } from '../../src/schema/push.js'
import { EntryStore } from '../../src/store/entries.js'
import { keysOf, writtenKeys } from '../../src/store/keys.js'
import { writingConstants } from '../../src/store/limits.js'
import { loadScript } from '../../src/store/scripts.js'
import { newSession } from '../support/client.js'
import { age, allEntries, bytesOf, changeLog, deadlinesOf, hashesOf, keyNames } from '../support/inspect.js'
import { startRedis } from '../support/redis.js'

const redis = await startRedis(t)
const limits = { retentionMs: 86_400_000, maxEntries: 8, maxSessionBytes: 2500, slice: 2 }
const [alive, dead] = [new EntryStore(redis.client, limits), new EntryStore(redis.client, limits)]
await dead.close()
const push: Push = { api: '/a', method: 'GET', timeConsuming: 1 }
const meta = (session: string, field: string) => redis.client.hget(`capture:{${session}}:meta`, field)

type Log = Awaited<ReturnType<typeof changeLog>>

interface Step { act: 'push' | 'grow' | 'remove' | 'clear' | 'through' | 'age' | 'sweep', dead: boolean, which: number }
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof({ weight: 12, arbitrary: fc.constant('push' as const) },
    fc.constantFrom('grow' as const, 'remove' as const, 'clear' as const, 'through' as const, 'age' as const, 'sweep' as const)),
  dead: fc.boolean(),
  which: fc.nat(11)
})

t.test('after random interrupted writes the log agrees with the list; after a sweep sizes and deadlines are exact', async t => {
  await fc.assert(fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 40 }), async steps => {
    const session = newSession()
    for (const step of steps) {
      await perform(step.dead ? dead : alive, session, step)
      const { listed, log } = await inOneMoment(session)
      t.strictSame(listed, told(log))
    }
    await alive.push(session, { ...push, requestId: 'last' })
    await alive.sweeper.idle()
    await inOrder(session)
  }), { numRuns: 60 })
  t.pass('all random sequences pass')

  async function inOrder (session: string): Promise<void> {
    const entries = await allEntries(alive, session)
    const bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), 0)
    t.strictSame(await hashesOf(redis.client, session), entries.map(entry => entry.requestId).sort())
    t.strictSame([String(bytes), null], [await meta(session, 'bytes'), await meta(session, 'due')])
    t.ok(entries.length <= 8 && (bytes <= 2500 || entries.length === 1))
    t.equal((await deadlinesOf(redis.client, session)).size, 1)
    t.same(await keyNames(redis.client, `capture:{${session}}:cleared:*`), [])
  }
})

async function perform (store: EntryStore, session: string, { act, which }: Step): Promise<void> {
  const requestId = `r${which}`
  if (act === 'push') await store.push(session, { ...push, requestId, timeConsuming: which % 2 })
  else if (act === 'grow') await store.push(session, { ...push, requestId, response: 'x'.repeat(which * 250) })
  else if (act === 'remove') await store.remove(session, (await allEntries(store, session))[which]?.id ?? '')
  else if (act === 'clear') await store.clear(session)
  else if (act === 'through') await clearThrough(store, session, (await allEntries(store, session))[which]?.id)
  else if (act === 'age') await age(redis.client, session, 1_000_000)
  else await store.sweeper.idle()
}

/** The replica that never continues runs the script only once. */
async function clearThrough (store: EntryStore, session: string, id: string | undefined): Promise<void> {
  if (id === undefined) return
  if (store === dead) await run(redis.client, loadScript('clear', writingConstants(limits)), writtenKeys(keysOf(session)), id)
  else await store.clear(session, id)
}

/** Reads the list and the log between two changes, because the sweeper may still be working. */
async function inOneMoment (session: string): Promise<{ listed: string[], log: Log }> {
  while (true) {
    const before = await meta(session, 'rev')
    const [entries, log] = await Promise.all([allEntries(alive, session), changeLog(redis.client, session)])
    if (await meta(session, 'rev') === before) return { listed: entries.map(entry => entry.id), log }
  }
}

/** Returns the ids of the existing entries according to the log, in order of arrival. */
function told (log: Log): string[] {
  const ids = new Set<string>()
  for (const [i, { type, id = '', prev }] of log.entries()) {
    if (prev !== (log[i - 1]?.rev ?? '0-0')) throw new Error('the chain is broken')
    if (type === 'entry-received') ids.add(id)
    else if (type === 'deleted') ids.delete(id)
    else if (type === 'cleared') ids.clear()
  }
  return [...ids]
}
