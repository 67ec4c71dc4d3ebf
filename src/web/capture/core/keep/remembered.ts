// Remembers which requests are kept, for a recorder that sends nothing. If a connection is open for hours, its request expires before its
// messages. So if the request of a message is no longer kept, or expires soon, the answer is that of a service that does not have the
// request, and the recorder pushes it again.
import type { Carried } from '../host.js'
import { wallMs } from './clock.js'

const MAX_REMEMBERED = 5000

export class Remembered {
  private readonly atMs = new Map<string, number>()

  constructor (private readonly keepMs: number) {}

  /** The answer of a service to this batch. */
  answer (pushes: readonly Carried[]): string {
    const nowMs = wallMs()
    if (this.atMs.size > MAX_REMEMBERED) this.atMs.clear()
    const data = pushes.map(push => {
      if (!push.key) this.atMs.set(push.requestId, nowMs)
      else if (nowMs - (this.atMs.get(push.requestId) ?? -Infinity) > this.keepMs / 2) return { code: 'not_found' }
      return {}
    })
    return JSON.stringify({ data })
  }
}
