// What of a request need not be done while the app waits for it: masking, and merging it into the queue. Put off and done for many at once
// it costs a fraction, for processors are slow at what they have not done for a while.
import { quiet } from './host.js'

const MOST_JOBS = 500
/** More text than that at once would be felt, and it waits in memory as it came. */
const MOST_CHARS = 64 * 1024

export class Backlog {
  private jobs: (() => void)[] = []
  private chars = 0

  /** `chars`: about how much text it works on. */
  add (job: () => void, chars: number): void {
    this.chars += chars
    if (this.jobs.push(job) >= MOST_JOBS || this.chars > MOST_CHARS) this.run()
  }

  /** All that waits, in its order. */
  run (): void {
    const { jobs } = this
    this.jobs = []
    this.chars = 0
    for (const job of jobs) quiet(job)
  }
}
