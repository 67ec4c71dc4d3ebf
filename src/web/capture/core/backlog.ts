// What of a request need not be done while the app waits for it: masking, and merging it into the queue. Put off and done for many at once
// it costs a fraction, for processors are slow at what they have not done for a while.
import type { Drafts } from './drafts.js'
import { quiet } from './host.js'

export type Job = (drafts: Drafts) => void

const MOST_JOBS = 500
/** More text than that at once would be felt, and it waits in memory as it came. */
const MOST_CHARS = 64 * 1024

export class Backlog {
  /** What the jobs work on. Without, they wait for it. */
  drafts: Drafts | undefined
  /** About how much text waits. */
  chars = 0
  private jobs: Job[] = []

  /** `chars`: about how much text it works on. */
  add (job: Job, chars: number): void {
    this.chars += chars
    if (this.jobs.push(job) >= MOST_JOBS || this.chars > MOST_CHARS) this.run()
  }

  /** All that waits, in its order. */
  run (): void {
    const { drafts, jobs } = this
    if (!drafts) return
    this.jobs = []
    this.chars = 0
    for (const job of jobs) quiet(() => job(drafts))
  }
}
