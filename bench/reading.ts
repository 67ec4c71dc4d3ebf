// The cost of reading a part of a session: a filter compared with the whole list; the longest time that the event loop is blocked, also
// while a filter reads the largest entries; whether memory grows with the session; and how much compression saves.
import { readFileSync, readdirSync } from 'node:fs'
import { request } from 'undici'
import { replay } from '../src/har/replay.js'
import { parseHar } from '../src/har/recording.js'
import { median, pushBody, pushMany } from './support/load.js'
import { memoryMiB, startRedis, startReplica, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

const ENTRIES = 5000
const BYTES = 2048
const ROUNDS = 9
const TIMES = 4
const LARGE_BYTES = 6_000_000
const MAX_HELD_MS = 50
const MAX_GROWTH = 1.25
const MAX_HELD_BY_ANYTHING_MS = 150

export async function benchReading (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis, { MAX_ENTRIES: '100000', MAX_SESSION_BYTES: '1gb' })
  await benchFilters(replica)
  await benchLarge(replica)
  await benchCompression(replica)
  await replica.close()
  await redis.close()
}

const FILTERS: Record<string, Record<string, string>> = {
  'the whole list': {},
  'a word that no entry has': { filter: 'nothing-has-this-word' },
  'a word that every entry has': { filter: 'xxxx' },
  'status:5xx OR time:>500': { filter: 'status:5xx OR time:>500' },
  'json:name=value': { filter: 'json:name=value' },
  'last=20 of a word': { filter: 'xxxx', last: '20' },
  'fields=id,method,api': { fields: 'id,method,api' }
}

async function benchFilters (replica: Program): Promise<void> {
  const session = 'bench-reading-1'
  await pushMany(replica.address, () => session, ENTRIES, n => pushBody(`r-${n}`, BYTES))
  const times = Object.fromEntries(Object.keys(FILTERS).map(name => [name, [] as number[]]))
  let heldMs = 0
  const before = memoryMiB(replica).now
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, query] of Object.entries(FILTERS)) {
      await delayMs(replica)
      const { ms } = await read(replica, session, query)
      heldMs = Math.max(heldMs, await delayMs(replica))
      if (round >= 0) times[name]!.push(ms) // before: warm-up
    }
  }
  console.log(`\nreading: ${ENTRIES} entries of ${BYTES} bytes, median of ${ROUNDS} rounds in turns`)
  table(['', 'ms', 'to the whole list'],
    Object.entries(times).map(([name, all]) => [name, median(all), median(all) / median(times['the whole list']!)]))
  ratio('the slowest filter to the whole list',
    Math.max(...Object.values(times).map(median)) / median(times['the whole list']!), 'at most', 2)
  ratio('ms that the event loop was held, the timer’s 20 ms included', heldMs, 'at most', MAX_HELD_MS)
  const { peak } = memoryMiB(replica)
  console.log(`  MiB at the most: ${peak.toFixed()}, ${(peak - before).toFixed()} of them since the pushes`)
  ratio(`memory at the most with ${TIMES} times the entries to that`, await peakOfMore(replica) / peak, 'at most', MAX_GROWTH)
}

/** Entries pass through memory page by page, so more pages must not need more memory. */
async function peakOfMore (replica: Program): Promise<number> {
  const session = 'bench-reading-9'
  await pushMany(replica.address, () => session, TIMES * ENTRIES, n => pushBody(`r-${n}`, BYTES))
  for (const query of Object.values(FILTERS)) await read(replica, session, query)
  return memoryMiB(replica).peak
}

/** Entries of the maximum size, filters with the maximum number of values. */
async function benchLarge (replica: Program): Promise<void> {
  const session = 'bench-reading-2'
  const list = JSON.stringify({ list: Array.from({ length: 100_000 }, (_, id) => ({ id, name: `item ${id}` })) })
  const response = list.padEnd(LARGE_BYTES)
  await pushMany(replica.address, () => session, 3,
    n => JSON.stringify({ api: '/list', method: 'GET', requestId: `r-${n}`, timeConsuming: 1, response }))
  const values = ['json:id=9999999#', 'json:name=zzz#', '"zz zz#"', 'body:q*q#', 'is:error', 'code:5#', '中文字#']
  const found: (string | number)[][] = []
  for (const value of values) {
    const filter = Array.from({ length: 20 }, (_, n) => `-${value.replace('#', String(n))}`).join(' ')
    await delayMs(replica)
    const { ms } = await read(replica, session, { filter })
    found.push([value, await delayMs(replica), ms])
  }
  await delayMs(replica)
  const { ms } = await read(replica, session, {}, '/capture/har')
  found.push(['export as HAR', await delayMs(replica), ms])
  console.log('\nreading: three entries of 6 MB, filters of 20 values')
  table(['', 'ms held', 'ms'], found)
  ratio('ms held at the worst', Math.max(...found.map(([, held]) => held as number)), 'at most', MAX_HELD_BY_ANYTHING_MS)
}

/** Uses the recording of this project, and those beside it if they exist. */
async function benchCompression (replica: Program): Promise<void> {
  const corpus = new URL('../../shared/corpus/', import.meta.url)
  const files = [new URL('../test/data/shop.har', import.meta.url), ...filesIn(corpus)]
  const rows: (string | number)[][] = []
  for (const [n, file] of files.entries()) {
    const session = `bench-reading${n}c`
    const pushes = replay(parseHar(readFileSync(file, 'utf8')), 'r').map(({ push }) => JSON.stringify(push))
    await pushMany(replica.address, () => session, pushes.length, i => pushes[i]!)
    const plain = await read(replica, session, {})
    for (const encoding of ['gzip', 'br']) {
      const { bytes, ms } = await read(replica, session, {}, '/capture/entries', { 'accept-encoding': encoding })
      rows.push([`${file.pathname.split('/').at(-1)} ${encoding}`, plain.bytes, plain.bytes / bytes, plain.ms, ms])
    }
  }
  console.log('\nreading: compressed')
  table(['', 'bytes', 'times smaller', 'ms plain', 'ms compressed'], rows)
  ratio('times smaller, of all', median(rows.map(([, , times]) => times as number)), 'at least', 5)
}

function filesIn (folder: URL): URL[] {
  try {
    return readdirSync(folder).filter(name => name.endsWith('.har')).map(name => new URL(name, folder))
  } catch {
    return []
  }
}

async function read (
  { address }: Program, session: string, query: Record<string, string>, path = '/capture/entries', headers = {}
): Promise<{ ms: number, bytes: number }> {
  const started = performance.now()
  const reply = await request(`${address}${path}?${new URLSearchParams({ sessionId: session, ...query }).toString()}`, { headers })
  if (reply.statusCode !== 200) throw new Error(`It was answered ${reply.statusCode} ${await reply.body.text()}`)
  let bytes = 0
  for await (const chunk of reply.body) bytes += (chunk as Buffer).length
  return { ms: performance.now() - started, bytes }
}

// The longest delay since the last call: prom-client reads monitorEventLoopDelay, and resets it.
async function delayMs ({ address }: Program): Promise<number> {
  const reply = await request(`${address}/metrics`)
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await reply.body.text())![1])
}
