// An API that is as far away as most: each answer, 1 KB of JSON, comes so many milliseconds late.
import { createServer } from 'node:http'

const LATE_MS = 10
const BODY = JSON.stringify({ items: Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}`, price: 19.9 })) })

const server = createServer((request, response) => {
  request.resume()
  setTimeout(() => response.setHeader('content-type', 'application/json').end(BODY), LATE_MS)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
