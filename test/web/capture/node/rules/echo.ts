// An echo server: it answers with the request that it received; some answers are compressed.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

export async function openEcho (): Promise<{ url: string, close (): void }> {
  const server = createServer((request, response) => {
    text(request).then(body => {
      const { url = '', method, headers: { 'x-asked': asked } } = request
      if (url === '/stream') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n')
        return
      }
      if (url === '/text') {
        response.writeHead(200, { 'content-length': 7 }).end('no JSON')
        return
      }
      const json = `{"n":12345678901234567890,${JSON.stringify({ url, method, body, asked }).slice(1)}`
      const isPacked = url === '/packed'
      const bytes = isPacked ? gzipSync(json) : Buffer.from(json)
      response.writeHead(200, {
        'content-type': 'application/json', 'content-length': bytes.length, 'X-Echo': 'yes', ...isPacked && { 'content-encoding': 'gzip' }
      }).end(bytes)
    }).catch(() => response.destroy())
  }).listen(0)
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
