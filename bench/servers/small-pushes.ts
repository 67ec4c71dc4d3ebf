// A client that sends a small push every 20 ms, without waiting for the answers, and prints the results on SIGTERM. It is a process of its
// own, because the other load of the benchmark would distort its measurements.
import { setInterval } from 'node:timers'
import { Pool } from 'undici'
import { percentile, pushBody } from '../support/load.js'

const PAUSE_MS = 20
const [address = ''] = process.argv.slice(2)
const pool = new Pool(address, { connections: 50 })
const delays: number[] = []
const refusals: Record<string, number> = {}
let sent = 0

const timer = setInterval(() => { push(`small-${sent++}`) }, PAUSE_MS)
process.on('SIGTERM', () => {
  clearInterval(timer)
  const refused = Object.values(refusals).reduce((sum, count) => sum + count, 0)
  console.log(
    JSON.stringify({ sent, refused, refusals, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), worst: Math.max(...delays) })
  )
  process.exit(0)
})
console.log(`pushes to ${address}`)

async function push (requestId: string): Promise<void> {
  const started = performance.now()
  const reply = await pool.request({
    method: 'POST',
    path: '/capture/raw-data?sessionId=bench-small-001',
    headers: { 'content-type': 'application/json' },
    body: pushBody(requestId, 1024)
  }).then(async reply => { await reply.body.dump(); return String(reply.statusCode) }, (error: Error) => error.message)
  if (reply === '200') delays.push(performance.now() - started)
  else refusals[reply] = (refusals[reply] ?? 0) + 1
}
