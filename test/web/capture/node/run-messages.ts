// A program with WebSockets and streams: `run-messages.ts <host> <what>`. Prints all that it sees, and exits right after the last message.
import { EventEmitter, getEventListeners } from 'node:events'
import { get } from 'node:http'
import * as undici from 'undici'
import { WebSocket as Ws } from 'ws'

const [, , host = '', what = ''] = process.argv
const log = (...seen: unknown[]) => console.log(JSON.stringify(seen))

interface Socket {
  onopen: unknown
  onmessage: unknown
  onclose: unknown
  onerror: unknown
  binaryType: string
  send (data: unknown): void
  close (code?: number): void
}

async function talk (socket: Socket, isLast: boolean): Promise<void> {
  socket.binaryType = what === 'blobs' ? 'blob' : 'arraybuffer'
  log(Object.keys(socket).length)
  await new Promise<void>(resolve => {
    socket.onopen = () => {
      socket.send('{"password":"hunter2"}')
      socket.send(new Uint8Array([1, 2, 255]))
      socket.send('y'.repeat(100_000))
      socket.send('bye')
      Promise.resolve().then(() => log('a microtask')).catch(() => {})
    }
    socket.onmessage = ({ data }: { data: unknown }) => {
      log(typeof data === 'string' ? data.slice(0, 30) : `${(data as object).constructor.name} ${String((data as ArrayBuffer).byteLength)}`)
      if (isLast && data === 'bye') process.exit(3)
    }
    socket.onerror = () => log('error')
    socket.onclose = ({ code, reason }: { code: number, reason: string }) => {
      log(code, reason)
      if (socket instanceof EventTarget) log(getEventListeners(socket, 'message').length)
      if (socket instanceof EventEmitter) log(socket.eventNames().map(String), socket.listenerCount('message'))
      resolve()
    }
  })
}

const kinds: Record<string, (path: string) => unknown> = {
  ws: path => new Ws(`ws://${host}${path}`),
  undici: path => new undici.WebSocket(`ws://${host}${path}`),
  ...'WebSocket' in globalThis && { global: (path: string) => new WebSocket(`ws://${host}${path}`) }
}

for (const [kind, open] of Object.entries(kinds)) await talk(open(`/${kind}?token=hunter3`) as Socket, false)
log(await (await fetch(`http://${host}/gzip`)).text())
await new Promise<void>(resolve => {
  get(`http://${host}/gzip`, answer => { answer.resume().on('end', () => { log(answer.listenerCount('data')); resolve() }) })
})
await talk(kinds.ws!('/last') as Socket, true)
