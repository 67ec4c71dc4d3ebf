// Starts a server under measurement, and prints its address, for which the parent process waits.
import type { Server } from 'node:http'

export function listenAndTell (server: Server): void {
  // Between two rounds, no kept connection ends just as a request uses it.
  server.keepAliveTimeout = 120_000
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
  })
}
