// Thousands of malformed requests and frames: never a 5xx, never a crash, and no leaks. 20,000 if nothing is left out.
import t from 'tap'
import fc from 'fast-check'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { call, list, newSession, pushed, watch } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { isWhole } from '../support/runs.js'
import { until } from '../support/until.js'
import { frames } from './frames.js'
import { requests } from './requests.js'
import { handshakeOf, say, statusesIn } from './wire.js'

t.setTimeout(300_000)

const AT_ONCE = 50
const WARM_UP = 2000
const REQUESTS = isWhole ? 14_000 : 4000
const WARM_UP_FRAMES = 1000
const FRAMES = isWhole ? 6000 : 2000
const MEBIBYTE = 1024 ** 2
const sessions = [newSession(), newSession()]

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const replica = await startReplica(t, await startRedis(t), {
  UPLOAD_LIMIT: '1kb',
  BODY_LIMIT: '4kb',
  MAX_ENTRIES: '50',
  REDACT: 'default',
  RATE_LIMIT: '9999999',
  CORS_ORIGINS: 'https://a.example,null'
})
const port = Number(new URL(replica.url).port)
/** The number of answered requests. Requests that were cut off, or are not HTTP, get no answer. */
let answers = 0
/** The number of answered handshakes. */
let handshakes = 0

/** Checks `count` random things, some concurrently; reports the seed if one fails. */
async function checkMany<Thing> (things: fc.Arbitrary<Thing>, count: number, check: (thing: Thing) => Promise<void>): Promise<void> {
  const together = fc.array(things, { minLength: AT_ONCE, maxLength: AT_ONCE })
  const property = fc.asyncProperty(together, async all => { await Promise.all(all.map(check)) })
  await fc.assert(property, { numRuns: count / AT_ONCE, endOnFailure: true, reporter: tellFailure })
}

// Not fast-check's own report, which prints every byte as a number.
function tellFailure<Things> ({ failed, seed, counterexamplePath, errorInstance }: fc.RunDetails<Things>): void {
  if (failed) throw new Error(`With seed ${seed} and path ${counterexamplePath}: ${String(errorInstance)}`)
}

async function sendRequest (bytes: Buffer): Promise<void> {
  const { said } = await say(port, bytes)
  if (said !== '') answers++ // the parser takes some for the end of a connection
  try {
    if (statusesIn(said).includes(503)) throw new Error('Redis is there, and it was answered 503')
  } catch (error) {
    throw new Error(`${JSON.stringify(bytes.toString('latin1'))}: ${(error as Error).message}`)
  }
}

async function sendFrame (frame: Buffer): Promise<void> {
  const { said, end } = await say(port, Buffer.concat([handshakeOf(sessions[0]!), frame]))
  // There is no answer if the end of our side arrives before the handshake is done. If the server cuts an invalid frame off, its answer may
  // be lost before this process reads it.
  if (said === '' && end !== 'unreachable') return
  if (!said.startsWith('HTTP/1.1 101 ')) throw new Error(`The handshake was answered ${said}`)
  handshakes++
}

async function heapInUse (): Promise<number> {
  await until('all viewers are gone', async () => replica.app.websocketServer.clients.size === 0)
  await until('all connections are closed', async () =>
    await new Promise(resolve => replica.app.server.getConnections((_error, count) => resolve(count === 0))))
  collectGarbage()
  return process.memoryUsage().heapUsed
}

t.test('malformed requests and frames get no 5xx, cause no crash, and leak no memory', async t => {
  await checkMany(requests(sessions), WARM_UP, sendRequest)
  await checkMany(frames, WARM_UP_FRAMES, sendFrame)
  const before = await heapInUse()
  await checkMany(requests(sessions), REQUESTS, sendRequest)
  await checkMany(frames, FRAMES, sendFrame)
  const grownMiB = (await heapInUse() - before) / MEBIBYTE
  t.ok(answers > 0.95 * (WARM_UP + REQUESTS), `${answers} requests were answered`)
  t.ok(handshakes > 0.5 * (WARM_UP_FRAMES + FRAMES), `${handshakes} handshakes were answered`)
  t.ok(grownMiB < 8, `the heap grew by ${grownMiB.toFixed(1)} MiB`)
})

t.test('the service still works afterwards', async t => {
  const session = newSession()
  const viewer = await watch(t, replica, session)
  await viewer.next()
  const id = await pushed(replica, session, { requestId: 'after' })
  t.match(await viewer.next(), { type: 'entry-received', data: { id } })
  t.same((await list(replica, session)).map(entry => entry.id), [id])
  t.match(await call(replica, '/readyz'), { status: 200 })
  viewer.socket.close()
  await once(viewer.socket, 'close')
})
