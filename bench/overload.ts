// The effect of one client on the others: a replica with a real memory limit of 512 MiB gets 200 concurrent pushes of 8 MB, each repeated
// until it is accepted; then bodies that are announced and never sent, uploads, and lists that nobody reads. Meanwhile, another client
// pushes small entries, which must still be answered quickly.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { Agent, request } from 'undici'
import { largeBodies, type LargeBody } from './support/large-bodies.js'
import { limitMemory, type MemoryLimit } from './support/memory-limit.js'
import { percentile } from './support/load.js'
import { memoryMiB, startRedis, startReplica, type Program } from './support/process.js'
import { ratio, table } from './support/report.js'

const LIMIT_MIB = 512
const PUSHES = 200
const UPLOADS = 80
const UPLOAD_BYTES = 10_000_000
const SILENT = 100
const READERS = 60
const MAX_MIB = 450
const MAX_P99_MS = 250

export async function benchOverload (): Promise<void> {
  const redis = await startRedis()
  for (const REDACT of ['', 'default']) {
    await underLimit(redis, REDACT, `${PUSHES} pushes of 8 MB at once, REDACT=${REDACT || 'none'}`, replica => pushLarge(replica, redis))
  }
  await underLimit(redis, '', `${SILENT} clients that announce 8 MB and send nothing, then one that sends`, beSilent)
  await underLimit(redis, '', `${UPLOADS} uploads of 10 MB at once`, replica => uploadMany(replica))
  await underLimit(redis, '', `${READERS} clients that list 64 MB, half of them never read`, replica => listMany(replica))
  await redis.close()
}

/** The figures of one scenario, in addition to those of all scenarios. */
type Findings = [name: string, figure: string | number][]

async function underLimit (
  redis: Program, REDACT: string, title: string, scenario: (replica: Program) => Promise<Findings>
): Promise<void> {
  const limit = limitMemory(LIMIT_MIB)
  const replica = await startReplica(redis, { REDACT }, [], limit)
  const small = await pushSmall(replica)
  resets = 0
  const started = performance.now()
  const findings = await scenario(replica).catch((error: Error) => [['FAILED', error.message]] as Findings)
  const seconds = (performance.now() - started) / 1000
  const { sent, refused, refusals, p50, p99, worst } = await small.end()
  report(title, limit, replica, [
    ['s', seconds], ...findings, ['connections reset', resets], ['small pushes', sent], ['p50 ms', p50], ['p99 ms', p99],
    ['worst ms', worst]
  ])
  ratio('p99 ms of small pushes', p99, 'at most', MAX_P99_MS)
  ratio('small pushes refused', refused, 'at most', 0)
  if (refused > 0) console.log(`    ${JSON.stringify(refusals)}`)
  await replica.close()
}

function report (title: string, limit: MemoryLimit, replica: Program, figures: Findings): void {
  console.log(`\noverload: ${title}, at ${LIMIT_MIB} MiB (${limit.kind})`)
  table(['', ''], figures)
  ratio('ended by the kernel', limit.kills(), 'at most', 0)
  ratio('MiB of memory at the most', limit.kills() > 0 ? Infinity : memoryMiB(replica).peak, 'at most', MAX_MIB)
  ratio('MiB with what the kernel holds', limit.peakMiB(), 'at most', MAX_MIB)
}

async function pushLarge (replica: Program, redis: Program): Promise<Findings> {
  const client = new Redis(redis.address)
  const agent = new Agent({ connections: PUSHES, pipelining: 1 })
  let repeats = 0
  const times: number[] = []
  await Promise.all(Array.from({ length: PUSHES }, async (_, n) => {
    const started = performance.now()
    const large = largeBodies[n % largeBodies.length]!
    const session = `bench-big-${String(n).padStart(5, '0')}`
    while (!await isStored(replica, agent, session, large, n)) repeats++
    times.push(performance.now() - started)
    const key = `capture:{${session}}:entry:r-${n}`
    const kept = await client.hgetBuffer(key, 'response')
    if (!kept?.equals(large.responseOf(n))) throw new Error(`Push ${n}, ${large.name}, was stored as something else`)
    await client.unlink(key)
  })).finally(() => { client.disconnect() })
  await agent.close()
  return [
    ['stored, byte for byte', PUSHES], ['repeats', repeats], ['p50 s until stored', percentile(times, 0.5) / 1000],
    ['longest s', Math.max(...times) / 1000]
  ]
}

/** Pushes once. Returns false if the push was refused, after the time in Retry-After. */
async function isStored (replica: Program, agent: Agent, session: string, large: LargeBody, n: number): Promise<boolean> {
  const body = large.bodyOf(n)
  const length = body.reduce((sum, { length }) => sum + length, 0)
  const reply = await request(`${replica.address}/capture/raw-data?sessionId=${session}`, {
    dispatcher: agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': String(length) },
    body: Readable.from(body)
  }).catch(isReset)
  if (!reply) return false
  const text = await reply.body.text()
  if (reply.statusCode === 200) return true
  if (reply.statusCode !== 503) throw new Error(`Push ${n} was answered ${reply.statusCode}: ${text}`)
  await sleep(Number(reply.headers['retry-after']) * 1000)
  return false
}

let resets = 0

// If a client is too busy to read the refusal for seconds, its connection is reset: it retries, as after any lost connection.
async function isReset (error: Error & { code?: string }): Promise<undefined> {
  if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
  resets++
  await sleep(1000)
}

async function beSilent (replica: Program): Promise<Findings> {
  const { port } = new URL(replica.address)
  const silent = Array.from({ length: SILENT }, (_, n) => connect(Number(port), '127.0.0.1', function (this: Socket) {
    this.on('error', () => {}).write(`POST /capture/raw-data?sessionId=bench-mute-${String(n).padStart(4, '0')} HTTP/1.1\r\n` +
      'host: a\r\ncontent-type: text/plain\r\ncontent-length: 8000000\r\n\r\n{')
  }))
  await Promise.all(silent.map(socket => once(socket, 'connect')))
  await sleep(500)
  const agent = new Agent()
  const started = performance.now()
  while (!await isStored(replica, agent, 'bench-mute-loud', largeBodies[0]!, 0));
  const seconds = (performance.now() - started) / 1000
  await agent.close()
  for (const socket of silent) socket.destroy()
  return [['s until it was stored', seconds]]
}

async function uploadMany (replica: Program): Promise<Findings> {
  const agent = new Agent({ connections: UPLOADS })
  const image = Buffer.alloc(UPLOAD_BYTES, 7)
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex').copy(image)
  const head = '--x\r\ncontent-disposition: form-data; name="screenshot"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), image, Buffer.from('\r\n--x--\r\n')])
  let repeats = 0
  await Promise.all(Array.from({ length: UPLOADS }, async (_, n) => {
    for (;;) {
      const reply = await request(`${replica.address}/upload?sessionId=bench-shot-${String(n % 20).padStart(4, '0')}`, {
        dispatcher: agent, method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body
      }).catch(isReset)
      if (!reply) continue
      const text = await reply.body.text()
      if (reply.statusCode === 200) return
      if (reply.statusCode !== 503) throw new Error(`An upload was answered ${reply.statusCode}: ${text}`)
      repeats++
      await sleep(1000)
    }
  }))
  await agent.close()
  return [['stored', UPLOADS], ['repeats', repeats]]
}

async function listMany (replica: Program): Promise<Findings> {
  const agent = new Agent({ connections: READERS })
  const session = 'bench-long-0001'
  for (let n = 0; n < 7; n++) while (!await isStored(replica, agent, session, largeBodies[n % 3]!, n));
  const path = `/capture/entries?sessionId=${session}`
  const { port } = new URL(replica.address)
  const mute = Array.from({ length: READERS / 2 }, () => connect(Number(port), '127.0.0.1', function (this: Socket) {
    this.on('error', () => {}).pause().write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
  }))
  await Promise.all(Array.from({ length: READERS / 2 }, async () => {
    const reply = await request(replica.address + path, { dispatcher: agent })
    let bytes = 0
    for await (const chunk of reply.body) bytes += (chunk as Buffer).length
    if (bytes < 50_000_000) throw new Error(`A list had ${bytes} bytes only: ${reply.statusCode}`)
  }))
  await agent.close()
  for (const socket of mute) socket.destroy()
  return [['read to their end', READERS / 2]]
}

interface SmallPushes { sent: number, refused: number, refusals: object, p50: number, p99: number, worst: number }

async function pushSmall ({ address }: Program): Promise<{ end: () => Promise<SmallPushes> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/servers/small-pushes.ts', address],
    { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => { printed += chunk.toString() })
  await once(child.stdout, 'data') // it has started
  return {
    end: async () => {
      child.kill('SIGTERM')
      await once(child, 'close')
      return JSON.parse(printed.trim().split('\n').at(-1)!) as SmallPushes
    }
  }
}
