// Nothing but `ws`: sockets that are kept, and a ping to each every 25 seconds.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const PING_MS = 25_000

const server = createServer()
const sockets = new WebSocketServer({ server })
setInterval(() => { for (const client of sockets.clients) client.ping() }, PING_MS)

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
