// How long one run of a script blocks Redis in a session with 100,000 entries, for each kind of operation. SLOWLOG gives the wall-clock
// time of every run, which includes interruptions by other programs. The longest of hundreds of runs usually shows such an interruption,
// not the script, so the goal applies to the 95th percentile.
import { constants, setPriority } from 'node:os'
import { Redis } from 'ioredis'
import { ChangeLog } from '../src/store/changes.js'
import { EntryStore } from '../src/store/entries.js'
import { FIRST, type Start } from '../src/store/entry-pages.js'
import { keysOf } from '../src/store/keys.js'
import { percentile } from './support/load.js'
import { startRedis } from './support/process.js'
import { ratio, table } from './support/report.js'

const ENTRIES = 100_000
const MIB = 1024 ** 2
const LARGE = 'x'.repeat(8 * MIB)
const LIMITS = { retentionMs: 86_400_000, maxEntries: ENTRIES, maxSessionBytes: 1024 * MIB }
const PUSH = { api: '/v1/orders/list', method: 'GET' as const, timeConsuming: 87.4, response: 'x'.repeat(600) }

export async function benchStalls (): Promise<void> {
  const redis = await startRedis()
  preferred(redis.pid)
  const client = new Redis(redis.address)
  await client.config('SET', 'slowlog-log-slower-than', '0', 'slowlog-max-len', '1000000')
  const bench = new Stalls(client, new EntryStore(client, LIMITS))
  const rows = await bench.measure()
  client.disconnect()
  await redis.close()
  console.log(`\nstalls: how long a run of a script takes, in a session of ${ENTRIES} entries of 1 KiB`)
  table(['', 'runs', 'median ms', 'p95 ms', 'longest ms'], rows.map(({ name, ms }) =>
    [name, String(ms.length), percentile(ms, 0.5), percentile(ms, 0.95), percentile(ms, 1)]))
  ratio('ms of the slowest kind that is about many entries, p95',
    Math.max(...rows.filter(row => row.many).map(row => percentile(row.ms, 0.95))), 'at most', 10)
}

// Runs are timed by the clock, so Redis gets the highest priority, which needs root.
function preferred (pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGHEST)
  } catch {
    console.log('  without root: the longest runs are also those that the machine interrupted')
  }
}

interface Stall { name: string, many: boolean, ms: number[] }

class Stalls {
  private readonly rows: Stall[] = []
  private readonly session = 'bench-stalls-01'

  constructor (private readonly client: Redis, private readonly store: EntryStore) {}

  async measure (): Promise<Stall[]> {
    const { client, session, store } = this
    const { meta } = keysOf(session)
    await this.fill()
    await this.note('push', true, () => this.push('one more'))
    await client.hset(meta, 'deadline', Date.now() + 1_000_000)
    await this.note('push that moves the deadline', true, () => this.push('mover'))
    await this.note('list, all pages', true, () => this.readAll())
    await this.note('replay of 2,000 changes', true, () => this.replay())
    const tight = new EntryStore(client, { ...LIMITS, maxSessionBytes: 60 * MIB })
    await this.note('evictions until 60 MiB', true, () => this.push('lower', PUSH.response, tight), tight)
    await this.note('push of 8 MiB that evicts about 11,000', false, () => this.push('evicts', LARGE, tight), tight)
    await this.fill()
    await this.note('clear', true, async () => { await store.clear(session) })
    await this.note('push of 8 MiB', false, () => this.push('large', LARGE))
    await this.note('HSET of 8 MiB, for comparison', false, async () => { await client.hset(meta, 'large', LARGE) }, store, /^hset/i)
    await this.note('list with an entry of 8 MiB', false, () => this.readAll())
    await this.note('HMGET of 8 MiB, for comparison', false, async () => { await client.hmget(meta, 'large') }, store, /^hmget/i)
    return this.rows
  }

  private async fill (): Promise<void> {
    for (let n = 0; n < ENTRIES; n += 500) await Promise.all(Array.from({ length: 500 }, (_, k) => this.push(`r${n + k}`)))
    await this.store.sweeper.idle()
  }

  private async push (requestId: string, response = PUSH.response, store = this.store): Promise<void> {
    await store.push(this.session, { ...PUSH, requestId, response })
  }

  private async readAll (): Promise<void> {
    let start: Start | undefined = FIRST
    while (start) {
      const { refs, hasMore } = await this.store.pages.page(this.session, start, { rows: 500, bytes: MIB / 2 })
      await this.store.pages.read(this.session, refs)
      start = hasMore ? { after: refs.at(-1)!.seq } : undefined
    }
  }

  private async replay (): Promise<void> {
    const [oldest] = await this.client.xrange(keysOf(this.session).log, '-', '+', 'COUNT', 1)
    const log = new ChangeLog(this.client)
    let cursor = oldest![0]
    for (let page = await log.since(this.session, cursor); page?.length; page = await log.since(this.session, cursor)) {
      cursor = page.at(-1)!.rev
    }
  }

  private async note (name: string, many: boolean, happen: () => Promise<void>, store = this.store, command = /^eval/i): Promise<void> {
    await this.client.call('SLOWLOG', 'RESET')
    await happen()
    await store.sweeper.idle()
    const found = await this.client.call('SLOWLOG', 'GET', '-1') as [id: number, at: number, microseconds: number, words: string[]][]
    const ms = found.filter(([, , , words]) => command.test(words[0]!)).map(([, , microseconds]) => microseconds / 1000)
    this.rows.push({ name, many, ms })
  }
}
