// What a viewer hangs on: a WebSocket, and the stream that carries it. Nothing else is known of them here.
import type { CloseCode } from '../errors.js'
import type { Stream } from './outlet.js'

/** What is needed of a WebSocket (`ws` has it all). */
export interface Socket {
  /** Bytes that the peer has not taken yet. */
  readonly bufferedAmount: number
  /** `sent` is called when the data has left, or never will. */
  send(data: string | Buffer, options: { binary: boolean }, sent?: (error?: Error | null) => void): void
  ping(): void
  close(code: CloseCode): void
  /** Ends the connection without the peer's help. */
  terminate(): void
}

/** A WebSocket, and the stream that carries it. */
export interface Wire {
  socket: Socket
  stream: Stream
  /** The address of the client. */
  address: string
}
