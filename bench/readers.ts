// The effect of readers on each other: a replica with a heap of 256 MiB, and clients that send many requests or expensive ones, or never
// read their reply. Meanwhile other clients send small requests, which must be answered soon.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { FormData, request } from 'undici'
import { pushBody, pushMany } from './support/load.js'
import { memoryMiB, startRedis, startReplica, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

const HEAP = ['--max-old-space-size=256']
const MIB = 1024 * 1024
const SILENT = 100
const COSTLY = 10
const [MAX_HELD_MS, MAX_LAST_MS, MAX_LIST_MS, MAX_EXPORT_MS, MAX_MIB] = [150, 1000, 5000, 1000, 450]

const SHOTS = 20
type Six = [string, string, string, string, string, string]
const [LIST, LARGE, SMALL, LONG, COSTLY_SESSION, SHOTS_SESSION] = [1, 2, 3, 4, 5, 8].map(n => `bench-readers-${n}`) as Six

interface Attack {
  name: string
  /** Starts the attack; returns a function that ends it. */
  begin: (replica: Program) => Promise<() => void>
}

export async function benchReaders (): Promise<void> {
  const redis = await startRedis()
  for (const attack of ATTACKS) {
    const replica = await startReplica(redis, { MAX_ENTRIES: '100000', MAX_SESSION_BYTES: '1gb' }, HEAP)
    await fill(replica)
    await measure(replica, attack)
    await replica.close()
  }
  await redis.close()
}

let isFilled = false

async function fill (replica: Program): Promise<void> {
  if (isFilled) return
  isFilled = true
  await pushMany(replica.address, () => LIST, 6000, n => pushBody(`r-${n}`, 2048))
  await pushMany(replica.address, () => SMALL, 1, n => pushBody(`r-${n}`, 200_000))
  for (let n = 0; n < 7; n++) await pushMany(replica.address, () => LARGE, 1, () => pushBody(`r-${n}`, 7.8 * MIB))
  const api = (n: number) => `/p?${'%61=1&'.repeat(20_000)}n=${n}`
  await pushMany(replica.address, () => LONG, 32,
    n => JSON.stringify({ api: api(n), method: 'GET', requestId: `r-${n}`, timeConsuming: 1 }))
  const list = JSON.stringify({ list: Array.from({ length: 70_000 }, (_, id) => ({ id, name: `item ${id}`, text: 'some text' })) })
  for (let n = 0; n < 4; n++) {
    await pushMany(replica.address, () => COSTLY_SESSION, 1,
      () => JSON.stringify({ api: '/list', method: 'GET', requestId: `r-${n}`, timeConsuming: 1, response: list }))
  }
  const pairs = `http://h/p?${'a&'.repeat(3_900_000)}`
  await pushMany(replica.address, () => 'bench-readers-6', 1,
    () => JSON.stringify({ api: pairs, method: 'GET', requestId: 'r', timeConsuming: 1 }))
  await pushMany(replica.address, () => 'bench-readers-7', 20_000,
    n => JSON.stringify({ api: `/${n.toString(36)}x/${(n * 7919).toString(36)}y`, method: 'GET', requestId: `r-${n}`, timeConsuming: 1 }))
  for (let n = 0; n < SHOTS; n++) await upload(replica)
}

// Begins like a JPEG, then a megabyte of random bytes, which cannot be compressed.
async function upload ({ address }: Program): Promise<void> {
  const form = new FormData()
  form.append('screenshot', new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), randomBytes(MIB)]), 'a.jpg')
  const reply = await request(`${address}/upload?sessionId=${SHOTS_SESSION}`, { method: 'POST', body: form })
  const text = await reply.body.text()
  if (reply.statusCode !== 200) throw new Error(`An upload was answered ${reply.statusCode}: ${text}`)
}

const values = (value: string) => Array.from({ length: 20 }, (_, n) => `-${value.replace('#', String(n))}`).join(' ')
const listOf = (session: string, query = '') => `/capture/entries?sessionId=${session}${query}`
const filtered = (session: string, filter: string) => listOf(session, `&filter=${encodeURIComponent(filter)}`)

const ATTACKS: Attack[] = [
  { name: 'nobody else', begin: async () => () => {} },
  { name: `${SILENT} who never read a list of 12 MB`, begin: replica => silent(replica, listOf(LIST)) },
  { name: `${SILENT} who never read entries of 7.8 MB`, begin: replica => silent(replica, listOf(LARGE)) },
  { name: `${SILENT} who never read, as Brotli`, begin: replica => silent(replica, listOf(LIST), 'accept-encoding: br') },
  { name: `${SILENT} who never read, as gzip`, begin: replica => silent(replica, listOf(LIST), 'accept-encoding: gzip') },
  {
    name: `${SILENT} who never read lines of two fields`,
    begin: replica => silent(replica, listOf(LIST, '&fields=id,response'), 'accept: application/x-ndjson')
  },
  {
    name: `${SILENT} who never read pages with ${SHOTS} screenshots`,
    begin: replica => silent(replica, `/capture/page?sessionId=${SHOTS_SESSION}`)
  },
  { name: `${SILENT} who never read a screenshot`, begin: replica => silentShots(replica) },
  {
    name: `${SILENT} lists of two fields at once, again and again`,
    begin: replica => repeated(replica, listOf(LIST, '&fields=id,api'), { times: SILENT })
  },
  {
    name: `${SILENT} lists behind an entry, with a filter, again and again`,
    begin: replica => repeated(replica, `${filtered(LIST, values('body:zz#'))}&after=1-0`, { times: SILENT })
  },
  {
    name: `${COSTLY} filters over entries of 3.4 MB`, begin: replica => repeated(replica, filtered(COSTLY_SESSION, values('json:*=*z*#')))
  },
  { name: `${COSTLY} filters over long queries`, begin: replica => repeated(replica, filtered(LONG, values('query:zz#'))) },
  { name: `${COSTLY} exports of 3.9 million pairs`, begin: replica => repeated(replica, '/capture/har?sessionId=bench-readers-6') },
  { name: `${COSTLY} summaries of 20,000 paths`, begin: replica => repeated(replica, '/capture/summary?sessionId=bench-readers-7') },
  {
    name: `${COSTLY} who hang up in the middle of entries of 7.8 MB`,
    begin: replica => repeated(replica, '/capture/har?sessionId=bench-readers-2', { most: 200_000 })
  },
  {
    name: `${COSTLY} who hang up in the middle of pages with ${SHOTS} screenshots`,
    begin: replica => repeated(replica, `/capture/page?sessionId=${SHOTS_SESSION}`, { most: 2_000_000 })
  }
]

async function measure (replica: Program, { name, begin }: Attack): Promise<void> {
  await read(replica, listOf(SMALL))
  const end = await begin(replica)
  const health = pings(replica)
  await delayMs(replica)
  const lastMs = await slowest(replica, listOf(LIST, '&last=1'), 5)
  const exportMs = await slowest(replica, `/capture/har?sessionId=${SMALL}`, 3)
  const listMs = await slowest(replica, listOf(LIST), 2)
  const healthMs = await health()
  const heldMs = await delayMs(replica)
  end()
  const { peak } = memoryMiB(replica)
  console.log(`\nreaders: ${name}`)
  table(['', ''], [['/healthz, ms at the most', healthMs], ['MiB at the most', peak]])
  ratio('ms that the event loop was held, the timer’s 20 ms included', heldMs, 'at most', MAX_HELD_MS)
  ratio('ms of last=1', lastMs, 'at most', MAX_LAST_MS)
  ratio('ms of an export of 200 KB', exportMs, 'at most', MAX_EXPORT_MS)
  ratio('ms of a list of 12 MB', listMs, 'at most', MAX_LIST_MS)
  ratio('MiB', peak, 'at most', MAX_MIB)
}

async function slowest ({ address }: Program, path: string, times: number): Promise<number> {
  let most = 0
  for (let n = 0; n < times; n++) most = Math.max(most, await read({ address }, path))
  return most
}

async function read ({ address }: Pick<Program, 'address'>, path: string): Promise<number> {
  const started = performance.now()
  const reply = await request(address + path)
  await reply.body.dump({ limit: Infinity })
  if (reply.statusCode !== 200) throw new Error(`${path} was answered ${reply.statusCode}`)
  return performance.now() - started
}

/** Clients that send one request and never read the reply. */
async function silent (replica: Program, path: string, header = 'accept-encoding: identity'): Promise<() => void> {
  const sockets = await Promise.all(Array.from({ length: SILENT }, () => asked(replica, path, header)))
  return () => { for (const socket of sockets) socket.destroy() }
}

async function silentShots (replica: Program): Promise<() => void> {
  const reply = await request(`${replica.address}/capture/screenshots?sessionId=${SHOTS_SESSION}`)
  const [{ id }] = await reply.body.json() as [{ id: string }]
  return await silent(replica, `/capture/screenshots/${id}?sessionId=${SHOTS_SESSION}`)
}

function asked ({ address }: Program, path: string, header: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname, () => {
      socket.pause()
      socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n${header}\r\n\r\n`)
      resolve(socket)
    })
    socket.on('error', () => {})
  })
}

/** Clients that repeat a request as soon as it is answered, or hang up after `most` bytes. */
async function repeated ({ address }: Program, path: string, { most = Infinity, times = COSTLY } = {}): Promise<() => void> {
  const end = new AbortController()
  const work = async () => {
    while (!end.signal.aborted) {
      const reply = await request(address + path).catch(() => undefined)
      let bytes = 0
      for await (const chunk of reply?.body ?? []) if (end.signal.aborted || (bytes += (chunk as Buffer).length) > most) break
    }
  }
  for (let n = 0; n < times; n++) work().catch(() => {})
  return () => end.abort()
}

/** Requests /healthz repeatedly; the returned function stops it, and resolves with the longest time. */
function pings ({ address }: Program): () => Promise<number> {
  let most = 0
  const end = new AbortController()
  const done = (async () => {
    while (!end.signal.aborted) {
      const started = performance.now()
      const reply = await request(`${address}/healthz`)
      await reply.body.dump()
      most = Math.max(most, performance.now() - started)
    }
  })()
  return async () => {
    end.abort()
    await done
    return most
  }
}

// The longest delay since the last call: prom-client reads monitorEventLoopDelay, and resets it.
async function delayMs ({ address }: Program): Promise<number> {
  const reply = await request(`${address}/metrics`)
  return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await reply.body.text())![1])
}
