// HTTP over a plain socket: sends bytes unchanged, and checks the replies.
import { connect, type Socket } from 'node:net'

export interface Heard {
  /** All received bytes. */
  said: string
  /** How it ended: closed by the server, a connection error, nobody listened, or the wait was aborted. */
  end: 'ended' | 'failed' | 'unreachable' | 'abandoned'
}

export interface Manner {
  /** Closes our side after sending. Otherwise our side stays open as long as the server's. */
  closing?: boolean
  /** Reads nothing. */
  deaf?: boolean
  /** Aborts the connection. */
  signal?: AbortSignal
}

/** Resolves when the connection has ended. */
export async function say (port: number, bytes: Buffer, { closing = true, deaf = false, signal }: Manner = {}): Promise<Heard> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: !closing })
  return await new Promise(resolve => {
    const parts: Buffer[] = []
    let end: Heard['end'] = 'ended'
    const abandon = () => {
      end = 'abandoned'
      socket.destroy()
    }
    signal?.addEventListener('abort', abandon)
    if (!deaf) socket.on('data', part => parts.push(part))
    // Usually, the server rejected it before everything was sent.
    socket.on('error', (error: NodeJS.ErrnoException) => { end = error.code === 'ECONNREFUSED' ? 'unreachable' : 'failed' })
    socket.once('close', () => {
      signal?.removeEventListener('abort', abandon)
      resolve({ said: Buffer.concat(parts).toString('latin1'), end })
    })
    if (signal?.aborted) abandon()
    else send(socket, bytes, closing)
  })
}

function send (socket: Socket, bytes: Buffer, closing: boolean): void {
  if (closing) socket.end(bytes)
  else socket.write(bytes)
}

/** Returns the statuses of the replies; throws for server errors, invalid HTTP, and errors without a message. */
export function statusesIn (said: string): number[] {
  // A request with a wrong length is followed by the reply to an unintended second request.
  return said.split(/(?=HTTP\/1\.1 \d{3} )/).filter(reply => reply !== '').map(reply => {
    const [head = '', body = ''] = reply.split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    if (!(status < 500) && status !== 503) throw new Error(`It was answered ${reply}`)
    if (status >= 400 && body !== '') readRefusal(body)
    return status
  })
}

/** Returns false for an incomplete reply, for example of a process that was killed. */
export function isWhole (said: string): boolean {
  const [head = '', body] = said.slice(said.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
  const length = Number(/^content-length: (\d+)/mi.exec(head)?.[1] ?? 0)
  return body === '' || (body !== undefined && body.length >= length)
}

// Both kinds of error bodies contain a sentence.
function readRefusal (body: string): void {
  const { error, message } = JSON.parse(body) as { error?: string, message?: string }
  if (!(error ?? message)) throw new Error(`It says nothing: ${body}`)
}

/** A valid WebSocket handshake, after which frames can follow. */
export function handshakeOf (session: string): Buffer {
  return Buffer.from(`GET /ws?sessionId=${session} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n')
}
