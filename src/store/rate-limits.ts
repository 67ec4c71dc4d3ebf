// RateLimits: the requests of each address, counted over all replicas. Far from its limit an address is waved through while
// Redis is being told, so that a push stays one round trip; near it, every request waits for the true count.
import { setImmediate } from 'node:timers/promises'
import { run, type Commands } from '../redis/commands.js'
import { rateKey } from './keys.js'
import { loadScript } from './scripts.js'

interface Count {
  /** Requests of the window, this one included. */
  current: number
  /** Until the window ends. */
  leftMs: number
}

interface Window {
  /** As Redis said last: of all replicas. Infinite before that, which is near any limit. */
  total: number
  /** Counted here, and not in `total` yet. */
  untold: number
  endsMs: number
  batch: Batch | undefined
}

/** Requests that arrived together, and go to Redis as one number. */
interface Batch {
  requests: number
  told: Promise<{ total: number, leftMs: number }>
}

const script = loadScript('rate')

const MINUTE_MS = 60_000
// Each replica lets through at most this part of a limit too many, where all are asked in the same moment.
const MOST_UNTOLD = 0.05
// Redis still has the counts of those that are forgotten here.
const MOST_ADDRESSES = 100_000

export class RateLimits {
  private readonly windows = new Map<string, Window>()

  constructor (
    private readonly redis: Commands,
    readonly windowMs = MINUTE_MS,
    private readonly mostAddresses = MOST_ADDRESSES
  ) {}

  /** Rejects with `unavailable` where Redis must be asked and is away. */
  async count (address: string, limit: number): Promise<Count> {
    const window = this.windowOf(address)
    const batch = window.batch ??= this.gather(address, window)
    const place = ++batch.requests
    const atLeast = window.total + ++window.untold
    if (atLeast <= limit / 2 && window.untold <= limit * MOST_UNTOLD) return { current: atLeast, leftMs: window.endsMs - performance.now() }
    const { total, leftMs } = await batch.told
    return { current: total - batch.requests + place, leftMs }
  }

  private windowOf (address: string): Window {
    const known = this.windows.get(address)
    const nowMs = performance.now()
    if (known && nowMs < known.endsMs) return known
    this.windows.delete(address) // so that the map keeps the order of age
    const [oldest] = this.windows.keys()
    if (oldest !== undefined && this.windows.size >= this.mostAddresses) this.windows.delete(oldest)
    const window: Window = { total: Infinity, untold: 0, endsMs: nowMs + this.windowMs, batch: undefined }
    this.windows.set(address, window)
    return window
  }

  private gather (address: string, window: Window): Batch {
    const told = setImmediate().then(() => {
      window.batch = undefined
      return this.tell(address, window, batch.requests)
    })
    told.catch(() => undefined) // those who wait for it hear of it
    const batch: Batch = { requests: 0, told }
    return batch
  }

  private async tell (address: string, window: Window, requests: number) {
    try {
      const reply = await run(this.redis, script, [rateKey(address)], requests, this.windowMs)
      const [total, leftMs] = reply as [number, number]
      window.total = total
      window.endsMs = performance.now() + leftMs
      return { total, leftMs }
    } finally {
      window.untold -= requests
    }
  }
}
