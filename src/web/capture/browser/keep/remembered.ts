// Which requests are kept for a recorder that sends nothing. Of a connection that is open for hours, the beginning gets too old before its
// messages. So messages whose request is not kept, or soon no more, are answered as by a service that does not have it: then the recorder
// pushes it again.
import type { Carried } from '../../core/host.js'
import { wallMs } from './clock.js'

const MOST = 5000

export class Remembered {
  private readonly atMs = new Map<string, number>()

  constructor (private readonly keepMs: number) {}

  /** The answer of a service to this batch. */
  answer (pushes: readonly Carried[]): string {
    const nowMs = wallMs()
    if (this.atMs.size > MOST) this.atMs.clear()
    const data = pushes.map(push => {
      if (!push.key) this.atMs.set(push.requestId, nowMs)
      else if (nowMs - (this.atMs.get(push.requestId) ?? -Infinity) > this.keepMs / 2) return { code: 'not_found' }
      return {}
    })
    return JSON.stringify({ data })
  }
}
