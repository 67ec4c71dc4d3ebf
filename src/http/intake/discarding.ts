// The rest of bodies whose requests were refused. Node would read them as fast as they come, to throw them away, and clients that are
// refused come again: that alone can take all the time of a replica. A client that sees its reply stops sending; the others are read
// at a rate that all of them share.
import type { IncomingMessage } from 'node:http'

/** About a pause of a millisecond for each 64 KiB, which is what a request hands out at once. */
const PAUSE_MS = 1

export class Discarding {
  private requests = 0

  /** Reads the rest of the body, now and then. */
  discard (request: IncomingMessage): void {
    let pause: NodeJS.Timeout | undefined
    this.requests++
    request.on('data', () => {
      request.pause()
      pause = setTimeout(() => request.resume(), this.requests * PAUSE_MS)
    })
    request.once('close', () => {
      clearTimeout(pause)
      this.requests--
    })
  }
}
