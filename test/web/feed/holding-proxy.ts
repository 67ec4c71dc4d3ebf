// A TCP proxy in front of a replica. It passes only the first part of each list of entries, and never the rest. It keeps a copy of the
// bytes that it passed, and cuts the connections when a test tells it to.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface HoldingProxy {
  url: string
  /** The passed bytes of each list, the oldest list first. */
  lists: Buffer[][]
  /** Cuts the connections of lists, or all connections, WebSockets included. */
  cut: (which: 'lists' | 'all') => void
}

/** `bytes`: how many bytes of each list are passed. */
export async function startHoldingProxy (t: Test, target: { url: string }, bytes: number): Promise<HoldingProxy> {
  const sockets = new Set<Socket>()
  const listing = new Set<Socket>()
  const lists: Buffer[][] = []
  const server = createServer(client => {
    const upstream = connect(Number(new URL(target.url).port), '127.0.0.1')
    let list: Buffer[] | undefined
    let left = 0
    for (const [socket, other] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        other.destroy()
        sockets.delete(socket)
        listing.delete(socket)
      })
    }
    client.on('data', (data: Buffer) => {
      list = data.includes('GET /capture/entries') ? [] : undefined
      if (list) {
        lists.push(list)
        listing.add(client)
        left = bytes
      }
      upstream.write(data)
    })
    upstream.on('data', (data: Buffer) => {
      const part = list ? data.subarray(0, left) : data
      left -= part.length
      list?.push(part)
      client.write(part)
      if (list && left === 0) upstream.pause()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut: HoldingProxy['cut'] = which => { for (const socket of which === 'all' ? sockets : listing) socket.destroy() }
  t.teardown(() => {
    cut('all')
    return new Promise(resolve => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lists, cut }
}
