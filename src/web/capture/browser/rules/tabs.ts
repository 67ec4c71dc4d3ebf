// Coordinates the visible tabs of a browser that are recorded in the same session: only the first of them uses long polling, and it shares
// the answers. Under HTTP/1.1, all tabs of a browser together have six connections to a host: if six tabs each held one, no other request
// could start.
import { quiet } from '../../core/host.js'

export interface TabsListener {
  received (text: string): void
  firstChanged (): void
}

export class Tabs {
  /** Missing on http, except for localhost. */
  private readonly locks = (navigator as { locks?: LockManager }).locks
  /** Whether this tab may hold a request. Never where the browser has no locks. */
  isFirst = false
  private listener: TabsListener | undefined
  private channel: BroadcastChannel | undefined
  private leave: AbortController | undefined

  /** `name`: of the session. */
  constructor (private readonly name: string, private readonly over: AbortSignal) {
    over.addEventListener('abort', () => this.join(false))
  }

  get takeTurns (): boolean {
    return this.locks !== undefined
  }

  connect (listener: TabsListener): void {
    this.listener = listener
  }

  share (text: string): void {
    quiet(() => this.channel?.postMessage(text))
  }

  /** `isVisible`: whether the tab takes part. With a lock or a channel, a page is not kept for the back button. */
  join (isVisible: boolean): void {
    if (!isVisible || this.over.aborted) {
      this.leave?.abort()
      this.leave = undefined
      this.channel?.close()
      this.channel = undefined
    } else if (!this.leave) {
      const leave = this.leave = new AbortController()
      this.channel = quiet(() => new BroadcastChannel(this.name))
      this.channel?.addEventListener('message', ({ data }) => { if (typeof data === 'string') this.listener?.received(data) })
      quiet(() => { this.wait(leave.signal)?.catch(() => {}) })
    }
  }

  /** Waits to be the first, and is it until the signal aborts. */
  private wait (signal: AbortSignal): Promise<unknown> | undefined {
    return this.locks?.request(this.name, { signal }, async () => {
      if (signal.aborted) return
      this.turn(true)
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      this.turn(false)
    })
  }

  private turn (isFirst: boolean): void {
    this.isFirst = isFirst
    this.listener?.firstChanged()
  }
}
