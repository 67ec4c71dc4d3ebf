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
  /**
   * For what is yet to come: what is there is looked through first, whatever it takes. 0: only that. 5,000 where it is not given; Infinity
   * waits for as long as the feed is open.
   */
  timeoutMs?: number | undefined
}

/** The time is over, and all that there is was looked at. */
export class NothingMatched extends Error {
  override readonly name = 'NothingMatched'

  /** `near`: the entries that lacked least, the best first. */
  constructor (message: string, readonly near: Entry[]) {
    super(message)
  }
}

/** The time is over, and nobody knows whether there is one: the service was away. */
export class NotAllSeen extends Error {
  override readonly name = 'NotAllSeen'
}

interface Waiter {
  wanted: Wanted
  timeoutMs: number
  resolve: (entry: Entry) => void
  reject: (error: unknown) => void
  /** Rings when an entry is to be looked at again, though nothing happened to it. */
  alarm: Alarm
  /** Until the copy is whole for the first time since it waits. */
  isNew: boolean
  clock: ReturnType<typeof setTimeout> | undefined
  endsAtMs: number
  /** The time is over, and it is not known yet what is there. */
  isDue: boolean
}

const TIMEOUT_MS = 5000
/** setTimeout takes no more. */
const LONGEST_MS = 2 ** 31 - 1
const MOST_NEAR = 3
/** What was missed comes in behind the connection that is made again. */
const MISSED_MS = 1000

export class EntryWaiters {
  readonly #waiters = new Set<Waiter>()
  readonly #entries: () => Iterable<Entry>
  readonly #state: () => FeedState

  constructor (entries: () => Iterable<Entry>, state: () => FeedState) {
    this.#entries = entries
    this.#state = state
  }

  async wait (wanted: Wanted, { timeoutMs = TIMEOUT_MS }: WaitOptions = {}): Promise<Entry> {
    let waiter: Waiter | undefined
    try {
      return await new Promise((resolve, reject) => {
        const [alarm, isNew] = [new Alarm(() => look(own, this.#entries())), this.#state().name !== 'live']
        const own: Waiter = { wanted, timeoutMs, resolve, reject, alarm, isNew, clock: undefined, endsAtMs: Infinity, isDue: false }
        waiter = own
        this.#waiters.add(own)
        look(own, this.#entries())
        if (this.#state().name !== 'listing') this.#setClock(own, timeoutMs)
      })
    } finally {
      clearTimeout(waiter?.clock)
      waiter?.alarm.close()
      if (waiter) this.#waiters.delete(waiter)
    }
  }

  /** Listed entries are looked at once the list is whole. */
  changed (change: FeedUpdate): void {
    for (const waiter of this.#waiters) {
      if (change.type === 'listed') look(waiter, this.#entries())
      else if (change.type === 'entry-received' || change.type === 'entry-updated') look(waiter, [change.data])
    }
  }

  /** The time runs while the service cannot be reached, and from when all that is there is known; not while that is read. */
  entered ({ name }: FeedState): void {
    for (const waiter of this.#waiters) {
      const { isNew, clock, isDue, endsAtMs, timeoutMs } = waiter
      if (name === 'live') {
        waiter.isNew = false
        this.#setClock(waiter, isNew ? timeoutMs : Math.max(endsAtMs - Date.now(), MISSED_MS))
      } else if (name === 'listing' && isNew) {
        this.#setClock(waiter, Infinity)
      } else if (name === 'waiting' || name === 'refused') {
        if (isDue) this.#timeOver(waiter)
        else if (clock === undefined) this.#setClock(waiter, timeoutMs)
      }
    }
  }

  rejectAll (error: Error): void {
    for (const { reject } of this.#waiters) reject(error)
  }

  #setClock (waiter: Waiter, ms: number): void {
    clearTimeout(waiter.clock)
    waiter.isDue = false
    waiter.endsAtMs = Date.now() + ms
    waiter.clock = ms > LONGEST_MS ? undefined : setTimeout(() => this.#timeOver(waiter), ms)
  }

  #timeOver (waiter: Waiter): void {
    const { wanted, timeoutMs, reject } = waiter
    const state = this.#state()
    waiter.isDue = true
    if (state.name === 'live') {
      // What time alone makes true, and what the last moment brought.
      if (wanted.changesAt) look(waiter, this.#entries())
      reject(this.#nothing(wanted, timeoutMs))
    } else if ('reason' in state) {
      const size = [...this.#entries()].length
      reject(
        new NotAllSeen(
          `Nobody knows whether a request matched${textOf(wanted)}: the service was away at the end (${state.reason}); ${size} ${areThere(size)}.`
        )
      )
    }
  }

  #nothing (wanted: Wanted, timeoutMs: number): NothingMatched {
    const entries = [...this.#entries()]
    const near = nearest(wanted, entries)
    const within = timeoutMs > 0 ? ` within ${timeoutMs / 1000} s` : ''
    const lines = [
      `No request matched${textOf(wanted)}${within}; ${entries.length} ${areThere(entries.length)}.`,
      ...near.map(entry => `  ${line(entry)}${wanted.missing ? `: not ${wanted.missing(entry).join(' ')}` : ''}`)
    ]
    return new NothingMatched(lines.join('\n'), near)
  }
}

function textOf ({ text }: Wanted): string {
  return text === undefined ? '' : ` ${text}`
}

function areThere (count: number): string {
  return count === 1 ? 'is there' : 'are there'
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
