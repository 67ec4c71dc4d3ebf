// Shows the progress of a command on stderr: only on a terminal, and only if the command takes longer than QUIET_MS.

const QUIET_MS = 1000
const PAUSE_MS = 200

export class Progress {
  private readonly startMs = performance.now()
  private shownMs = 0
  private isShown = false

  tell (text: string): void {
    const nowMs = performance.now()
    if (!process.stderr.isTTY || nowMs - this.startMs < QUIET_MS || nowMs - this.shownMs < PAUSE_MS) return
    this.shownMs = nowMs
    this.isShown = true
    process.stderr.write(`\r\x1b[2K${text}`)
  }

  end (): void {
    if (this.isShown) process.stderr.write('\r\x1b[2K')
  }
}
