// What those who come back may ask for at once, and hold, on a real Redis.
import t from 'tap'
import { Replay } from '../../src/live/replay.js'
import { openRedis } from '../../src/redis/connections.js'
import { ChangeLog } from '../../src/store/changes.js'
import { EntryStore } from '../../src/store/entries.js'
import { PageBudget, type PageHolder } from '../../src/store/page-budget.js'
import { newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'

const server = await startRedis(t)
const redis = await openRedis(server.address, () => {})
t.teardown(() => redis.close())
const entries = new EntryStore(redis.commands, { retentionMs: 60_000, maxEntries: 2000, maxSessionBytes: 1e9 })

class Log extends ChangeLog {
  reading = 0
  most = 0
  override async since (session: string, rev: string) {
    this.most = Math.max(this.most, ++this.reading)
    return await super.since(session, rev).finally(() => { this.reading-- })
  }
}

class Holder implements PageHolder {
  hasLeft = false
  ended = false
  endAsSlow () {
    this.hasLeft = true
    this.ended = true
  }
}

const session = newSession()
await entries.push(session, { api: '/a', method: 'GET', timeConsuming: 1, response: 'x'.repeat(1000) })

t.test('however many come back at once, a few read at a time, and all are served', async t => {
  const log = new Log(redis.commands)
  const replay = new Replay(log, new PageBudget({ readsAtOnce: 3, maxBytes: 1e9, patienceMs: 60_000 }))
  const pages = await Promise.all(Array.from({ length: 200 }, () => replay.next(new Holder(), session, '0-0')))
  t.equal(log.most, 3)
  t.ok(pages.every(page => page?.length === 1))
})

t.test('who comes when much is held waits until something is let go', async t => {
  const replay = new Replay(new ChangeLog(redis.commands), new PageBudget({ readsAtOnce: 4, maxBytes: 1500, patienceMs: 60_000 }))
  const [first, second, third] = [new Holder(), new Holder(), new Holder()]
  await replay.next(first, session, '0-0')
  await replay.next(second, session, '0-0')
  let served = false
  const page = replay.next(third, session, '0-0').then(() => { served = true })
  await new ChangeLog(redis.commands).since(session, '0-0') // as long as a reading takes
  t.equal(served, false)
  replay.release(first)
  await page
  t.same([first.ended, second.ended], [false, false])
})

t.test('who does not take its page is ended where others wait, the longest first, and nobody where none waits', async t => {
  const replay = new Replay(new ChangeLog(redis.commands), new PageBudget({ readsAtOnce: 4, maxBytes: 1500, patienceMs: 20 }))
  const holders = Array.from({ length: 10 }, () => new Holder())
  for (const holder of holders) t.equal((await replay.next(holder, session, '0-0'))?.length, 1)
  t.same(holders.map(holder => holder.ended), [...Array<boolean>(8).fill(true), false, false])
})

t.test('who has left meanwhile is not read for', async t => {
  const log = new Log(redis.commands)
  const replay = new Replay(log, new PageBudget({ readsAtOnce: 1, maxBytes: 1500, patienceMs: 60_000 }))
  const left = Array.from({ length: 5 }, () => new Holder())
  const pages = left.map(holder => replay.next(holder, session, '0-0'))
  for (const holder of left) holder.hasLeft = true
  t.same(await Promise.all(pages), Array(5).fill(undefined))
  t.equal(log.most, 0)
})
