// Generates load over HTTP: sends several requests at once, and times each. Uses bare sockets, because the generator shares the machine
// with the measured server, and a full HTTP client would take as much CPU as the server.
import { connect } from 'node:net'

export interface Load {
  seconds: number
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

export const CONNECTIONS = 100

/** The path, and the number of concurrent requests. */
export interface Way { path: string, atOnce: number }

const SINGLE: Way = { path: '/capture/raw-data', atOnce: CONNECTIONS }

/** Posts `count` bodies; `queryOf`: the session of each, and more of the query. Rejects on the first answer that is not 200. */
export async function pushMany (
  address: string, queryOf: (n: number) => string, count: number, bodyOf: (n: number) => string, { path, atOnce } = SINGLE
): Promise<Load> {
  const times: number[] = []
  let next = 0
  const started = performance.now()
  await Promise.all(Array.from({ length: atOnce }, async () => {
    const server = open(new URL(address))
    while (next < count) {
      const n = next++
      const request = post(path, queryOf(n), bodyOf(n))
      const sent = performance.now()
      await server.ask(request)
      times.push(performance.now() - sent)
    }
    server.close()
  }))
  const seconds = (performance.now() - started) / 1000
  return { seconds, perSecond: count / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

function post (path: string, query: string, body: string): string {
  return `POST ${path}?sessionId=${query} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

// One connection, one request at a time; the servers answer with a content-length.
function open ({ hostname, port }: URL) {
  const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1')
  let answer = ''
  let settle: { resolve: () => void, reject: (error: Error) => void } | undefined
  socket.on('data', (chunk: string) => {
    answer += chunk
    const head = answer.indexOf('\r\n\r\n')
    if (head < 0 || answer.length < head + 4 + Number(/content-length: (\d+)/i.exec(answer)?.[1])) return
    const whole = answer
    answer = ''
    if (whole.startsWith('HTTP/1.1 200')) settle?.resolve()
    else settle?.reject(new Error(`A push was answered: ${whole}`))
  })
  socket.on('error', error => settle?.reject(error))
  const ask = (request: string) => new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
    socket.write(request)
  })
  return { ask, close: () => socket.destroy() }
}

export function percentile (values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
}

export function median (values: number[]): number {
  return percentile(values, 0.5)
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
