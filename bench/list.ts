// The cost of listing a session, compared with a raw pipelined read of the same hashes; and the memory that streaming a list of 64 MB
// needs.
import { Redis } from 'ioredis'
import { request } from 'undici'
import { startRedis, startReplica, memoryMiB, type Program } from './support/process.js'
import { median, pushBody, pushMany } from './support/load.js'
import { ratio, table } from './support/report.js'

const ENTRIES = 5000
const BYTES = 2048
const ROUNDS = 7
const LARGE_ENTRIES = 1024
const LARGE_BYTES = 64 * 1024

export async function benchList (): Promise<void> {
  const redis = await startRedis()
  const replica = await startReplica(redis, { MAX_ENTRIES: '100000', MAX_SESSION_BYTES: '1gb' })
  const session = 'bench-list-0001'
  await pushMany(replica.address, () => session, ENTRIES, n => pushBody(`r-${n}`, BYTES))
  const client = new Redis(redis.address)
  const keys = (await client.zrange(`capture:{${session}}:index`, 0, '-1')).map(id => `capture:{${session}}:entry:${id}`)

  const raw: number[] = []
  const listed: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const rawMs = await timed(() => readRaw(client, keys))
    const listMs = await timed(() => readList(replica, session, ENTRIES * BYTES))
    if (round < 0) continue // warm-up
    raw.push(rawMs)
    listed.push(listMs)
  }
  client.disconnect()

  console.log(`\nlist: ${ENTRIES} entries of ${BYTES} bytes, median of ${ROUNDS} rounds`)
  table(['', 'ms'], [['raw pipelined HGETALL', median(raw)], ['GET /capture/entries', median(listed)]])
  ratio('time to the raw read', median(listed) / median(raw), 'at most', 1)
  await benchMemory(replica)
  await replica.close()
  await redis.close()
}

async function benchMemory (replica: Program): Promise<void> {
  const session = 'bench-list-0002'
  await pushMany(replica.address, () => session, LARGE_ENTRIES, n => pushBody(`r-${n}`, LARGE_BYTES))
  const before = memoryMiB(replica)
  await readList(replica, session, LARGE_ENTRIES * LARGE_BYTES)
  const { peak } = memoryMiB(replica)
  console.log(`  streaming ${(LARGE_ENTRIES * LARGE_BYTES / 2 ** 20).toFixed(0)} MiB: ${before.now.toFixed(0)} MiB before, peak ${peak.toFixed(0)} MiB`)
  ratio('MiB of growth', peak - before.now, 'at most', 40)
}

async function readRaw (client: Redis, keys: string[]): Promise<void> {
  const pipeline = client.pipeline()
  for (const key of keys) pipeline.hgetall(key)
  const rows = await pipeline.exec()
  if (rows?.length !== keys.length) throw new Error('The raw read is not whole')
}

async function readList (replica: Program, session: string, leastBytes: number): Promise<void> {
  const reply = await request(`${replica.address}/capture/entries?sessionId=${session}`)
  let bytes = 0
  for await (const chunk of reply.body) bytes += (chunk as Buffer).length
  if (bytes < leastBytes) throw new Error(`The list has ${bytes} bytes only`)
}

async function timed (work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
