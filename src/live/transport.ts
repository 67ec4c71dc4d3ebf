// What carries the connection of a viewer: a WebSocket, and the stream below it. src/live knows nothing else about them.
import type { CloseCode } from '../errors.js'
import type { Stream } from './write-batcher.js'

/** The parts of a WebSocket that are needed here (`ws` has all of them). */
export interface Socket {
  /** Bytes that this process has not handed to the kernel yet. */
  readonly bufferedAmount: number
  /** `sent` is called when the data was sent, or when sending failed. */
  send(data: string | Buffer, options: { binary: boolean }, sent?: (error?: Error | null) => void): void
  ping(): void
  close(code: CloseCode): void
  /** Ends the connection without the peer's help. */
  terminate(): void
}

export interface Transport {
  socket: Socket
  stream: Stream
  /** The address of the client. */
  address: string
}
