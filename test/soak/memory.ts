// The peak memory of the replicas, across restarts of their processes. Also measures the longest event loop delay of the test process
// itself: data that seems to arrive late may have been sent in time, but read late by the test.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { memoryMiB } from '../../bench/support/process.js'

/** The memory limit of a replica in docker-compose.yml. */
export const MAX_MIB = 512

const EVERY_MS = 500

export class MemoryWatch {
  worstMiB = 0
  private readonly delay = monitorEventLoopDelay()
  private readonly replicas: { pid: number }[]
  private readonly timer: NodeJS.Timeout

  constructor (replicas: { pid: number }[]) {
    this.replicas = replicas
    this.delay.enable()
    this.timer = setInterval(() => this.look(), EVERY_MS)
  }

  /** The longest delay of this process's own timers. */
  get ownDelayMs (): number {
    return this.delay.max / 1e6
  }

  close (): void {
    this.delay.disable()
    clearInterval(this.timer)
  }

  private look (): void {
    for (const replica of this.replicas) {
      try {
        this.worstMiB = Math.max(this.worstMiB, memoryMiB(replica).peak)
      } catch {
        // The process has just been killed.
      }
    }
  }
}
