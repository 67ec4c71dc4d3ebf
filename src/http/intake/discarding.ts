// Discards the rest of bodies whose requests were refused. Node would read them at full speed only to drop them, and refused clients
// retry: that alone can keep a replica busy. So all such bodies share one rate, and each gets some seconds. A client that reads the
// response while it sends stops within this time. A client that does not stop is disconnected.
import type { IncomingMessage } from 'node:http'

/** After each 64 KiB, which is the most that a request emits at once. */
const PAUSE_MS = 1
const LINGER_MS = 4000

export class Discarding {
  private requests = 0

  /** Reads the rest of the body, with pauses. */
  discard (request: IncomingMessage): void {
    let pause: NodeJS.Timeout | undefined
    const linger = setTimeout(() => { request.socket.destroy() }, LINGER_MS)
    this.requests++
    request.on('data', () => {
      request.pause()
      pause = setTimeout(() => request.resume(), this.requests * PAUSE_MS)
    })
    const { socket } = request
    const settle = () => {
      request.off('close', settle)
      socket.off('close', settle)
      clearTimeout(pause)
      clearTimeout(linger)
      this.requests--
    }
    // After the response, Node no longer reports to the request that its connection has ended.
    request.once('close', settle)
    socket.once('close', settle)
  }
}
