// Pushes each recorded request as soon as possible after its end, because a page often terminates a worker without notice once it has the
// result.
import type { Exchange } from '../../core/exchange.js'
import { startTimer, nowMs } from '../natives.js'
import { Recording, type PageRequest } from '../recording.js'

/** What ends within this time is sent together. */
const PAUSE_MS = 200

export class WorkerRecording extends Recording {
  private flushedMs = -Infinity
  private isWaiting = false

  override begin (asked: PageRequest): Exchange | undefined {
    const exchange = super.begin(asked)
    if (!exchange) return undefined
    const end = exchange.end.bind(exchange)
    // `fail` calls it, too.
    exchange.end = result => {
      end(result)
      this.flushSoon()
    }
    return exchange
  }

  private flushSoon (): void {
    if (this.isWaiting) return
    this.isWaiting = true
    const flush = () => {
      this.isWaiting = false
      this.flushedMs = nowMs()
      // Without it, browsers have no request that outlives a worker.
      if ('keepalive' in Request.prototype) this.recorder.flush(false)
    }
    const pauseMs = this.flushedMs + PAUSE_MS - nowMs()
    // At once, so that the batch is under way when the app gets the response.
    if (pauseMs > 0) startTimer(flush, pauseMs)
    else flush()
  }
}
