// The phases of requests: an import keeps the phases of the recording, an export contains them again, and a push may contain them.
import t from 'tap'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseHar } from '../../src/har/recording.js'
import { call, importHar, list, newSession, pushed } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CORPUS = join(ROOT, '../shared/corpus')
const recordings = [
  join(ROOT, 'test/data/shop.har'),
  ...existsSync(CORPUS) ? readdirSync(CORPUS).filter(name => name.endsWith('.har')).map(name => join(CORPUS, name)) : []
]

const redis = await startRedis(t)
const replica = await startReplica(t, redis)

for (const file of recordings) {
  t.test(`an export of ${basename(file)} has the phases of the recording, and so has an import of that export`, async t => {
    const text = readFileSync(file, 'utf8')
    const [first, second] = [newSession(), newSession()]
    await importHar(replica, first, text)
    const entries = await list(replica, first)
    t.ok(entries.some(({ timings }) => timings), 'this recording has phases')
    const har = await call(replica, `/capture/har?sessionId=${first}`)
    const phasesOf = (text: string) => parseHar(text).log!.entries!.map(({ timings }) => happened(timings!))
    // Without phases, a request waits for all of its time.
    const [before, after] = [phasesOf(text), phasesOf(JSON.stringify(har.body))]
    t.same(after.filter((_, n) => entries[n]?.timings), before.filter((_, n) => entries[n]?.timings))
    t.same(before.filter((_, n) => !entries[n]?.timings), entries.flatMap(({ timings }) => timings ? [] : {}))
    await importHar(replica, second, JSON.stringify(har.body))
    t.strictSame((await list(replica, second)).map(({ timings }) => timings), entries.map(({ timings }) => timings))
  })
}

function happened (timings: object): object {
  return Object.fromEntries(Object.entries(timings).filter(([name, ms]) => name in NAMES && typeof ms === 'number' && ms > 0))
}
const NAMES = { blocked: 0, dns: 0, connect: 0, ssl: 0, send: 0, wait: 0, receive: 0 }

t.test('a push may give phases, as an object or as text; what is none is left out, and nothing is refused for it', async t => {
  const session = newSession()
  for (const timings of [{ wait: 5, dns: -1, else: 2 }, '{"wait":5}', 'wait', 7, null, [], {}, { wait: 'x' }]) {
    await pushed(replica, session, { timings, timeConsuming: 6 })
  }
  const none = Array.from({ length: 6 }, () => undefined)
  t.strictSame((await list(replica, session)).map(({ timings }) => timings), [{ wait: 5 }, { wait: 5 }, ...none])
})
