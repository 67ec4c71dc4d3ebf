// RateLimits: counts the requests of each address over all replicas. While an address is far from its limit, its requests pass before Redis
// has counted them, so that a push stays one round trip. Near the limit, each request waits for the exact count.
import { setImmediate } from 'node:timers/promises'
import { run, type Commands } from '../redis/commands.js'
import { rateKey } from './keys.js'
import { loadScript } from './scripts.js'

interface Count {
  /** Requests of the window, including this one. */
  current: number
  /** The time until the window ends. */
  leftMs: number
}

interface Window {
  /** The last count from Redis, over all replicas. Infinity before the first one: that counts as near any limit. */
  total: number
  /** Requests that are counted here, but not in `total` yet. */
  unreported: number
  endsMs: number
  batch: Batch | undefined
}

/** Requests that arrived together; Redis gets their number in one command. */
interface Batch {
  requests: number
  reply: Promise<{ total: number, leftMs: number }>
}

const script = loadScript('rate')

const MINUTE_MS = 60_000
// If all replicas get requests at the same time, each may exceed the limit by at most this fraction of it.
const MAX_UNREPORTED = 0.05
// The oldest addresses are evicted from memory; Redis still has their counts.
const MAX_ADDRESSES = 100_000

export class RateLimits {
  private readonly windows = new Map<string, Window>()

  constructor (
    private readonly redis: Commands,
    readonly windowMs = MINUTE_MS,
    private readonly mostAddresses = MAX_ADDRESSES
  ) {}

  /** Rejects with `unavailable` if the exact count is needed and Redis is unreachable. */
  async count (address: string, limit: number): Promise<Count> {
    const window = this.windowOf(address)
    const batch = window.batch ??= this.openBatch(address, window)
    const place = ++batch.requests
    const atLeast = window.total + ++window.unreported
    if (atLeast <= limit / 2 && window.unreported <= limit * MAX_UNREPORTED) {
      return { current: atLeast, leftMs: window.endsMs - performance.now() }
    }
    const { total, leftMs } = await batch.reply
    return { current: total - batch.requests + place, leftMs }
  }

  private windowOf (address: string): Window {
    const known = this.windows.get(address)
    const nowMs = performance.now()
    if (known && nowMs < known.endsMs) return known
    this.windows.delete(address) // and set again below, so that the map stays sorted by age
    const [oldest] = this.windows.keys()
    if (oldest !== undefined && this.windows.size >= this.mostAddresses) this.windows.delete(oldest)
    const window: Window = { total: Infinity, unreported: 0, endsMs: nowMs + this.windowMs, batch: undefined }
    this.windows.set(address, window)
    return window
  }

  private openBatch (address: string, window: Window): Batch {
    const reply = setImmediate().then(() => {
      window.batch = undefined
      return this.report(address, window, batch.requests)
    })
    reply.catch(() => undefined) // requests that wait for it get the error
    const batch: Batch = { requests: 0, reply }
    return batch
  }

  private async report (address: string, window: Window, requests: number) {
    try {
      const reply = await run(this.redis, script, [rateKey(address)], requests, this.windowMs)
      const [total, leftMs] = reply as [number, number]
      window.total = total
      window.endsMs = performance.now() + leftMs
      return { total, leftMs }
    } finally {
      window.unreported -= requests
    }
  }
}
