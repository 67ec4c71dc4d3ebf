// An API with a typical latency: it answers with 1 KB of JSON after LATE_MS.
import { createServer } from 'node:http'
import { listenAndTell } from '../support/listen.js'

const LATE_MS = 10
const BODY = JSON.stringify({ items: Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}`, price: 19.9 })) })

const server = createServer((request, response) => {
  request.resume()
  setTimeout(() => response.setHeader('content-type', 'application/json').end(BODY), LATE_MS)
})

listenAndTell(server)
