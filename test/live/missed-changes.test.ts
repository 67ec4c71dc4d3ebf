// Limits for viewers that resume, on a real Redis: concurrent reads and memory.
import t from 'tap'
import { MissedChanges } from '../../src/live/missed-changes.js'
import { openRedis } from '../../src/redis/connections.js'
import { ChangeLog, PAGE_BYTES } from '../../src/store/changes.js'
import { EntryStore } from '../../src/store/entries.js'
import { PageBudget, type PageHolder } from '../../src/reading/page-budget.js'
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
  readonly address = '192.0.2.1'
  hasLeft = false
  unsentBytes = 0
  ended = false
  endAsSlow () {
    this.hasLeft = true
    this.ended = true
  }
}

const budget = (shareBytes: number, graceMs: number) =>
  new PageBudget({ smallBytes: 2 * PAGE_BYTES, shareBytes, graceMs, greedyGraceMs: graceMs })

const session = newSession()
await entries.push(session, { api: '/a', method: 'GET', timeConsuming: 1, response: 'x'.repeat(1000) })

t.test('when many viewers resume at once, few read at the same time, and all are served', async t => {
  const log = new Log(redis.commands)
  const missedChanges = new MissedChanges(log, budget(1e9, 60_000), 3)
  const pages = await Promise.all(Array.from({ length: 200 }, () => missedChanges.next(new Holder(), session, '0-0')))
  t.equal(log.most, 3)
  t.ok(pages.every(page => page?.length === 1))
})

t.test('when too much is held, a new viewer waits until another one releases its page', async t => {
  const missedChanges = new MissedChanges(new ChangeLog(redis.commands), budget(PAGE_BYTES + 500, 60_000), 4)
  const [first, second] = [new Holder(), new Holder()]
  await missedChanges.next(first, session, '0-0')
  let served = false
  const page = missedChanges.next(second, session, '0-0').then(() => { served = true })
  await new ChangeLog(redis.commands).since(session, '0-0') // takes as long as a read
  t.equal(served, false)
  missedChanges.release(first)
  await page
  t.equal(first.ended, false)
})

t.test('ends viewers that do not take their page, the longest first, but only if others wait', async t => {
  const missedChanges = new MissedChanges(new ChangeLog(redis.commands), budget(PAGE_BYTES + 1500, 20), 4)
  const holders = Array.from({ length: 10 }, () => new Holder())
  for (const holder of holders) t.equal((await missedChanges.next(holder, session, '0-0'))?.length, 1)
  t.same(holders.map(holder => holder.ended), [...Array<boolean>(8).fill(true), false, false])
})

t.test('reads nothing for viewers that have left', async t => {
  const log = new Log(redis.commands)
  const missedChanges = new MissedChanges(log, budget(PAGE_BYTES, 60_000), 1)
  const left = Array.from({ length: 5 }, () => new Holder())
  const pages = left.map(holder => missedChanges.next(holder, session, '0-0'))
  for (const holder of left) holder.hasLeft = true
  t.same(await Promise.all(pages), Array(5).fill(undefined))
  t.equal(log.most, 0)
})
