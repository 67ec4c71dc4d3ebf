// A proxy in front of a server: it sees the data of clients first, and can reset a connection instead of forwarding the data.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Owner } from './replica.js'

type OnWords = (words: string, number: number) => Promise<boolean>

/** `onWords` gets each chunk with its number on its connection, from 1. If it resolves with `false`, the connection is reset. */
export async function startRelay (t: Owner, serverPort: number, onWords: OnWords): Promise<number> {
  const sockets = new Set<Socket>()
  const relay = createServer(client => {
    const server = connect(serverPort, '127.0.0.1')
    let number = 0
    let before: Promise<unknown> = Promise.resolve()
    client.on('data', (chunk: Buffer) => {
      before = before.then(async () => {
        if (await onWords(chunk.toString(), ++number)) server.write(chunk)
        else client.resetAndDestroy()
      })
    })
    server.on('data', chunk => client.write(chunk))
    for (const [socket, other] of [[client, server], [server, client]] as const) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => other.destroy())
    }
  })
  t.teardown(() => { relay.close(); for (const socket of sockets) socket.destroy() })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  return (relay.address() as AddressInfo).port
}
