// The rest of bodies whose requests were refused. Node would read them as fast as they come, to throw them away, and clients that are
// refused come again: that alone can take all the time of a replica. So all of them share one rate, and each has some seconds: a client
// that reads its reply while it sends has stopped by then, and where many are refused, others see their connection end.
import type { IncomingMessage } from 'node:http'

/** For each 64 KiB, which is what a request hands out at once. */
const PAUSE_MS = 1
const LINGER_MS = 4000

export class Discarding {
  private requests = 0

  /** Reads the rest of the body, now and then. */
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
    // Once it is answered, Node does not tell a request any more that its connection has ended.
    request.once('close', settle)
    socket.once('close', settle)
  }
}
