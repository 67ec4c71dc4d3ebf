// Whether somebody watches the session, asked again and again, for apps that send only then.
import type { Host } from './host.js'

const ASK_MS = 5000
const LONGEST_MS = 60_000

export class Watching {
  private failures = 0
  private cancel: (() => void) | undefined
  private closed = false

  /** Calls `tell` with every answer. Without an answer nothing changes. */
  constructor (private readonly ask: () => Promise<boolean>, private readonly host: Host, private readonly tell: (online: boolean) => void) {
    this.run()
  }

  close (): void {
    this.closed = true
    this.cancel?.()
  }

  private run (): void {
    this.ask().then(online => {
      this.failures = 0
      if (!this.closed) this.tell(online)
    }, () => { this.failures++ }).catch(() => {}).finally(() => this.again())
  }

  private again (): void {
    if (this.closed) return
    this.cancel = this.host.setTimer(() => this.run(), Math.min(LONGEST_MS, ASK_MS * 2 ** this.failures))
  }
}
