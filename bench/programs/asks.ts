// A program that sends requests to an API, alternately with node:http and with fetch. At the end, it prints the total time and its CPU
// time, in milliseconds. Run: asks.ts <address> <requests> <at once>
import http from 'node:http'
import { byFetch, byHttp } from '../support/ask.js'

const [, , address = '', requests = '', atOnce = ''] = process.argv
const agent = new http.Agent({ keepAlive: true })
let asked = 0

const startMs = performance.now()
await Promise.all(Array.from({ length: Number(atOnce) }, async () => {
  while (asked < Number(requests)) {
    await (asked++ % 2 === 0 ? byHttp(`${address}/items/${asked}`, agent) : byFetch(`${address}/orders/${asked}`))
  }
}))
const tookMs = performance.now() - startMs
const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ tookMs, cpuMs: (user + system) / 1000 }))
agent.destroy()
