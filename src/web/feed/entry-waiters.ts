// Those who wait until the session has an entry that they want. Each waits once: with its entry, its time or the feed, all of it is gone.
import type { Entry } from '../../schema/entry.js'
import { visible, visibleHead } from '../../text/visible.js'
import { Alarm } from './alarm.js'
import type { FeedUpdate } from './feed-options.js'
import type { FeedState } from './feed-state.js'

/** A function of an entry, or what `filter()` of `earshot/filter` makes of a text: that also tells what an entry lacks. */
export interface Wanted {
  (entry: Entry): boolean
  readonly text?: string
  readonly missing?: (entry: Entry) => string[]
  /** When it may say otherwise of an entry that stays as it is. Without, an entry is looked at when it comes and when it changes. */
  readonly changesAt?: (entry: Entry, nowMs: number) => number
}

export interface WaitOptions {
  /** 5,000 where it is not given; Infinity waits for as long as the feed is open. */
  timeoutMs?: number | undefined
}

/** The time is over. */
export class NothingMatched extends Error {
  override readonly name = 'NothingMatched'

  /** `near`: the entries that lacked least, the best first. */
  constructor (message: string, readonly near: Entry[]) {
    super(message)
  }
}

interface Waiter {
  wanted: Wanted
  resolve: (entry: Entry) => void
  reject: (error: unknown) => void
  /** Rings when an entry is to be looked at again, though nothing happened to it. */
  alarm: Alarm
}

const TIMEOUT_MS = 5000
/** setTimeout takes no more. */
const LONGEST_MS = 2 ** 31 - 1
const MOST_NEAR = 3

export class EntryWaiters {
  readonly #waiters = new Set<Waiter>()
  readonly #entries: () => Iterable<Entry>
  readonly #state: () => FeedState

  constructor (entries: () => Iterable<Entry>, state: () => FeedState) {
    this.#entries = entries
    this.#state = state
  }

  async wait (wanted: Wanted, { timeoutMs = TIMEOUT_MS }: WaitOptions = {}): Promise<Entry> {
    let timer: ReturnType<typeof setTimeout> | undefined
    let waiter: Waiter | undefined
    try {
      return await new Promise((resolve, reject) => {
        const lookAgain = () => look(own, this.#entries())
        const own = waiter = { wanted, resolve, reject, alarm: new Alarm(lookAgain) }
        this.#waiters.add(own)
        lookAgain()
        if (timeoutMs > LONGEST_MS) return
        timer = setTimeout(() => {
          if (wanted.changesAt) lookAgain()
          reject(this.#nothing(wanted, timeoutMs))
        }, timeoutMs)
      })
    } finally {
      clearTimeout(timer)
      waiter?.alarm.close()
      if (waiter) this.#waiters.delete(waiter)
    }
  }

  /** What is listed is looked at once it is whole. */
  changed (change: FeedUpdate): void {
    for (const waiter of this.#waiters) {
      if (change.type === 'listed') look(waiter, this.#entries())
      else if (change.type === 'entry-received' || change.type === 'entry-updated') look(waiter, [change.data])
    }
  }

  rejectAll (error: Error): void {
    for (const { reject } of this.#waiters) reject(error)
  }

  #nothing (wanted: Wanted, timeoutMs: number): NothingMatched {
    const entries = [...this.#entries()]
    const near = nearest(wanted, entries)
    const state = this.#state()
    const text = wanted.text === undefined ? '' : ` ${wanted.text}`
    const lines = [
      `No request matched${text} within ${timeoutMs / 1000} s; ${entries.length} ${entries.length === 1 ? 'is' : 'are'} there.`,
      ...state.name === 'live' ? [] : [`The feed is not live: ${'reason' in state ? state.reason : state.name}.`],
      ...near.map(entry => `  ${line(entry)}${wanted.missing ? `: not ${wanted.missing(entry).join(' ')}` : ''}`)
    ]
    return new NothingMatched(lines.join('\n'), near)
  }
}

function look ({ wanted, resolve, reject, alarm }: Waiter, entries: Iterable<Entry>): void {
  const nowMs = Date.now()
  try {
    for (const entry of entries) {
      if (wanted(entry)) return resolve(entry)
      if (wanted.changesAt) alarm.set(wanted.changesAt(entry, nowMs))
    }
  } catch (error) {
    reject(error)
  }
}

/** Where nothing tells what is missing, the newest. */
function nearest ({ missing }: Wanted, entries: Entry[]): Entry[] {
  if (!missing) return entries.slice(-MOST_NEAR).reverse()
  const rated = entries.map(entry => ({ entry, lack: missing(entry).length })).reverse()
  return rated.sort((a, b) => a.lack - b.lack).slice(0, MOST_NEAR).map(({ entry }) => entry)
}

/** What apps sent is not let near a terminal. */
function line ({ method, api, timeConsuming }: Entry): string {
  return `${visible(method)} ${visibleHead(api, 200)}${timeConsuming > 0 ? '' : ' (pending)'}`
}
