// Answers batches in place of the service while a recorder only keeps them, and remembers which requests are kept. If a connection is open
// for hours, its request would expire before its later messages. So, after half of the time for which requests are kept, its messages get
// the answer `not_found`, which makes the recorder push the request again.
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
