// A load balancer for replicas: it distributes TCP connections round robin, and skips replicas that a test has taken out.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface Balancer {
  url: string
  /** Acts as if this replica were killed: breaks its connections, and sends no new ones there. */
  takeOut (target: { url: string }): void
  /** Open connections stay open, but pass no more data in either direction. */
  silence (): void
  /** Takes all replicas out, until the returned function is called. */
  takeAllOut (): () => void
}

export async function startBalancer (t: Test, replicas: { url: string }[]): Promise<Balancer> {
  let targets = replicas.map(({ url }) => Number(new URL(url).port))
  const open = new Map<Socket, number>()
  const silenced = new WeakSet<Socket>()
  let turn = 0
  const server = createServer(socket => {
    const port = targets[turn++ % targets.length]
    if (port === undefined) { socket.destroy(); return }
    const upstream = connect(port, '127.0.0.1')
    open.set(socket, port)
    for (const [one, other] of [[socket, upstream], [upstream, socket]] as const) {
      one.on('error', () => other.destroy()).on('close', () => { open.delete(socket); other.destroy() }).on('end', () => other.end())
        .on('data', (data: Buffer) => { if (!silenced.has(socket)) other.write(data) })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakOff = (gone: (port: number) => boolean) => { for (const [socket, port] of open) if (gone(port)) socket.destroy() }
  t.teardown(() => { server.close(); breakOff(() => true) })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeOut ({ url }) {
      const out = Number(new URL(url).port)
      targets = targets.filter(port => port !== out)
      breakOff(port => port === out)
    },
    silence () {
      for (const socket of open.keys()) silenced.add(socket)
    },
    takeAllOut () {
      const before = targets
      targets = []
      breakOff(() => true)
      return () => { targets = before }
    }
  }
}
