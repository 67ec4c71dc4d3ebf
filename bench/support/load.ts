// Load over HTTP: so many requests, so many at once, each timed.
import { Pool } from 'undici'

export interface Load {
  seconds: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

const CONNECTIONS = 64

/** Posts `count` bodies, each to its session; throws on the first answer that is not 200. */
export async function pushMany (address: string, sessionOf: (n: number) => string, count: number, bodyOf: (n: number) => string): Promise<Load> {
  const pool = new Pool(address, { connections: CONNECTIONS })
  const times: number[] = []
  let next = 0
  const started = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
    while (next < count) {
      const n = next++
      const body = bodyOf(n)
      const sent = performance.now()
      const reply = await pool.request({
        method: 'POST',
        path: `/capture/raw-data?sessionId=${sessionOf(n)}`,
        headers: { 'content-type': 'application/json' },
        body
      })
      const text = await reply.body.text()
      if (reply.statusCode !== 200) throw new Error(`A push was answered ${reply.statusCode}: ${text}`)
      times.push(performance.now() - sent)
    }
  }))
  const seconds = (performance.now() - started) / 1000
  await pool.close()
  return { seconds, perSecond: count / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

export function percentile (values: number[], share: number): number {
  return values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
}

export function median (values: number[]): number {
  return percentile([...values], 0.5)
}

/** A complete entry as an app pushes it, of about `bytes` bytes, headers and all. */
export function pushBody (requestId: string, bytes: number): string {
  const response = JSON.stringify({ items: 'x'.repeat(Math.max(0, bytes - 420)) })
  return JSON.stringify({
    api: '/v1/orders/list',
    method: 'GET',
    requestId,
    timeConsuming: 87.4,
    requestHeader: 'accept: application/json\r\nuser-agent: Example/1.0 (Linux; Android 14)\r\ncookie: a=b',
    responseHeader: 'content-type: application/json; charset=utf-8\r\ncache-control: no-store\r\nx-request-id: 8f1e',
    response
  })
}
