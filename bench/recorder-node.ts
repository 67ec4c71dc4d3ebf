// The cost of the recorder for a Node program: requests one after the other with http, fetch and http2, in alternating turns without the
// recorder and with it. The recorder pushes to a stand-in for the service, in another process. Run: tsx bench/recorder-node.ts [requests a
// turn] [turns]
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Earshot } from '../src/web/capture/node/earshot.js'
import { byFetch, byHttp, byHttp2 } from './support/ask.js'

const [, , requests = '1000', turns = '6'] = process.argv
const PROGRAM = fileURLToPath(import.meta.url)
const agent = new http.Agent({ keepAlive: true })
const BODY = JSON.stringify({ items: Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}` })) })

if (process.send) serve()
else await bench()

/** Answers apps, and accepts batches. */
function serve (): void {
  const server = http.createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => { body += chunk }).on('end', () => {
      const data = request.url?.startsWith('/capture')
        ? (JSON.parse(body) as { requestId: string }[]).map(({ requestId: id }) => ({ id }))
        : []
      response.setHeader('content-type', 'application/json').end(data.length > 0 ? JSON.stringify({ code: '0', data }) : BODY)
    })
  }).listen(0, '127.0.0.1', () => {
    const newer = http2.createServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(BODY)
    })
    newer.listen(0, '127.0.0.1', () => process.send?.([server, newer].map(one => (one.address() as AddressInfo).port)))
  })
}

async function bench (): Promise<void> {
  const servers = [fork(PROGRAM), fork(PROGRAM)]
  const [[target = 0, target2 = 0] = [], [service = 0] = []] = await Promise.all(servers.map(portsOf))
  const session = http2.connect(`http://127.0.0.1:${target2}`)
  const ways = {
    http: (url: string) => byHttp(url, agent),
    fetch: byFetch,
    http2: (url: string) => byHttp2(session, new URL(url).pathname)
  }
  for (const [name, ask] of Object.entries(ways)) {
    const times: Record<'without' | 'with', number[]> = { without: [], with: [] }
    for (let turn = 0; turn < Number(turns); turn++) {
      times.without.push(...await turnOf(ask, `http://127.0.0.1:${target}/items`))
      Earshot.start({ url: `http://127.0.0.1:${service}`, session: 'bench-recorder1' })
      times.with.push(...await turnOf(ask, `http://127.0.0.1:${target}/items`))
      Earshot.stop()
    }
    const [without, with_] = [p50(times.without), p50(times.with)]
    console.log(`${name.padEnd(5)} p50 without ${without.toFixed(3)} ms, with ${with_.toFixed(3)} ms, ` +
      `+${(with_ - without).toFixed(3)} ms (${times.with.length} requests each)`)
  }
  session.destroy()
  for (const server of servers) server.kill()
}

/** Those of HTTP/1.1 and of HTTP/2. */
async function portsOf (server: ChildProcess): Promise<number[]> {
  const [ports] = await once(server, 'message') as [number[]]
  return ports
}

async function turnOf (ask: (url: string) => Promise<void>, url: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < Number(requests); n++) {
    const startMs = performance.now()
    await ask(url)
    times.push(performance.now() - startMs)
  }
  return times
}

function p50 (times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
}
