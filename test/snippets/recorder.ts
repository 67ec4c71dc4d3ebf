// A server on a plain socket that records requests as they were sent, because HTTP libraries do not give access to the exact bytes. Its
// reply has a body of five bytes; a reply to HEAD has the same Content-Length, but no body.
import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Owner } from '../support/replica.js'

/** The texts have one character for each byte. */
export interface Heard {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: string
}

export interface Recorder {
  origin: string
  /** Returns the requests since the previous call. */
  take: () => Heard[]
}

export async function startRecorder (t: Owner): Promise<Recorder> {
  let heard: Heard[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    listen(socket, request => heard.push(request))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const taken = heard
      heard = []
      return taken
    }
  }
}

function listen (socket: Socket, hear: (request: Heard) => void): void {
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return
    const [line = '', ...lines] = text.slice(0, end).split('\r\n')
    const headers = lines.map(split)
    const of = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
    const body = text.slice(end + 4)
    if (body === '' && of('expect') === '100-continue') socket.write('HTTP/1.1 100 Continue\r\n\r\n')
    if (body.length < Number(of('content-length') ?? 0)) return
    const [, method = '', target = ''] = /^(\S+) (.*) HTTP\/1\.1$/s.exec(line) ?? []
    hear({ method, target, headers, body })
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n${method === 'HEAD' ? '' : 'heard'}`)
  })
}

function split (line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')]
}
