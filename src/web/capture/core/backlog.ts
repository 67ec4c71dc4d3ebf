// Defers work that the app need not wait for: masking a request, and merging it into the queue. The work is done later for many requests at
// once, which costs much less, because processors are slow at code that they have not run for a while.
import type { Drafts } from './drafts.js'
import { quiet } from './host.js'

export type Job = (drafts: Drafts) => void

const MAX_JOBS = 500
/** More text at once would noticeably slow the app, and unprocessed text takes memory. */
export const MAX_CHARS = 64 * 1024

export class Backlog {
  /** The drafts that the jobs work on. Until they are set, the jobs wait. */
  drafts: Drafts | undefined
  /** About how many characters the waiting jobs work on. */
  chars = 0
  private jobs: Job[] = []

  /** `chars`: about how many characters the job works on. With more than MAX_CHARS, all jobs run at once. */
  add (job: Job, chars: number): void {
    this.chars += chars
    if (this.jobs.push(job) >= MAX_JOBS || this.chars > MAX_CHARS) this.run()
  }

  /** Runs all jobs that wait, in their order. */
  run (): void {
    const { drafts, jobs } = this
    if (!drafts) return
    this.jobs = []
    this.chars = 0
    for (const job of jobs) quiet(() => job(drafts))
  }
}
