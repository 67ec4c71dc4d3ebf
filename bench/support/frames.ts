// A viewer that only counts messages: a bare socket that reads the heads of WebSocket frames and skips their payloads. It must be cheap,
// because it shares the machine with the measured program.
import { once } from 'node:events'
import { connect } from 'node:net'

export interface Counter {
  /** Resolves once `count` messages have arrived since the start. */
  has(count: number): Promise<void>
  close(): void
}

const REQUEST = 'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

/** Resolves once the WebSocket is open. */
export async function countMessages (address: string, path: string): Promise<Counter> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setNoDelay()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n${REQUEST}\r\n`)
  let wanted = Infinity
  let count = 0
  let settle: { resolve: () => void, reject: (error: Error) => void } | undefined
  const read = frameReader(() => { if (++count >= wanted) settle?.resolve() })
  socket.on('error', error => settle?.reject(error))
  socket.on('close', () => settle?.reject(new Error('A viewer was closed')))
  let head = Buffer.alloc(0)
  while (!head.includes('\r\n\r\n')) head = Buffer.concat([head, (await once(socket, 'data') as [Buffer])[0]])
  read(head.subarray(head.indexOf('\r\n\r\n') + 4))
  socket.on('data', read)
  const has = (least: number) => new Promise<void>((resolve, reject) => {
    wanted = least
    settle = { resolve, reject }
    if (count >= least) resolve()
  })
  return { has, close: () => socket.destroy() }
}

/** Reads unmasked frames, each of them a whole message. */
function frameReader (onMessage: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let left = 0 // bytes left of the frame that is being skipped
  return chunk => {
    let at = 0
    const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    rest = Buffer.alloc(0)
    while (at < data.length) {
      if (left === 0) {
        const head = headOf(data.subarray(at))
        if (!head) { rest = Buffer.from(data.subarray(at)); return }
        at += head.bytes
        left = head.payload
      }
      const skipped = Math.min(left, data.length - at)
      at += skipped
      left -= skipped
      if (left === 0) onMessage()
    }
  }
}

// Undefined if the head is incomplete; no message of the benchmarks is empty.
function headOf (data: Buffer): { bytes: number, payload: number } | undefined {
  const length = data.length < 2 ? 0 : data[1]! & 127
  const bytes = length < 126 ? 2 : length === 126 ? 4 : 10
  if (data.length < bytes) return undefined
  return { bytes, payload: length < 126 ? length : length === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2)) }
}
