// Callers that wait for an entry. A caller is removed when it gets its entry, when it times out, or when the feed closes.
import type { Entry } from '../../schema/entry.js'
import { visible, visibleHead } from '../../text/visible.js'
import { Alarm } from './alarm.js'
import type { FeedUpdate } from './feed-options.js'
import type { FeedState } from './feed-state.js'

/** A function that checks an entry, or the result of `filter()` of `earshot/filter`, which also tells what an entry lacks. */
export interface Wanted {
  (entry: Entry): boolean
  readonly text?: string
  readonly missing?: (entry: Entry) => string[]
  /** When the result for an unchanged entry may change. Without it, an entry is checked when it arrives and when it changes. */
  readonly changesAt?: (entry: Entry, nowMs: number) => number
}

export interface WaitOptions {
  /**
   * How long to wait for new entries. The entries that are there are searched first, however long that takes. 0: only those; Infinity:
   * for as long as the feed is open. The default is 5,000.
   */
  timeoutMs?: number | undefined
  /**
   * The entries that the session has evicted to make room for newer ones do not count: if none of the others matches, the error is
   * NothingMatched. By default it is NotAllSeen.
   */
  allowEvicted?: boolean | undefined
}

/** The time is over: all entries were checked, and none matched. */
export class NothingMatched extends Error {
  override readonly name = 'NothingMatched'

  /** `near`: the entries that nearly matched, the best first. */
  constructor (message: string, readonly near: Entry[]) {
    super(message)
  }
}

/**
 * The time is over, and it is unknown whether an entry matches: the service could not be reached, or the session has evicted entries to
 * make room for newer ones.
 */
export class NotAllSeen extends Error {
  override readonly name = 'NotAllSeen'

  /** `why`: as a part of a sentence; `more`: what follows that sentence. */
  constructor ({ text }: Wanted, readonly why: string, more = '') {
    super(`It is unknown whether a request matched${quoted(text)}: ${why}${more}`)
  }
}

interface Waiter {
  wanted: Wanted
  timeoutMs: number
  resolve: (entry: Entry) => void
  reject: (error: unknown) => void
  /** Rings when an unchanged entry must be checked again. */
  alarm: Alarm
  /** True until the copy is complete for the first time after the wait began. */
  isNew: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  endsAtMs: number
  /** The time is over, but the copy is not complete yet. */
  isDue: boolean
}

const TIMEOUT_MS = 5000
/** setTimeout accepts no longer delay. */
const MAX_MS = 2 ** 31 - 1
const MAX_NEAR = 3
/** After a reconnect, the changes that were missed need this time to arrive. */
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
        const [alarm, isNew] = [new Alarm(() => check(own, this.#entries())), this.#state().name !== 'live']
        const own: Waiter = { wanted, timeoutMs, resolve, reject, alarm, isNew, timer: undefined, endsAtMs: Infinity, isDue: false }
        waiter = own
        this.#waiters.add(own)
        check(own, this.#entries())
        if (this.#state().name !== 'listing') this.#setTimer(own, timeoutMs)
      })
    } finally {
      clearTimeout(waiter?.timer)
      waiter?.alarm.close()
      if (waiter) this.#waiters.delete(waiter)
    }
  }

  /** The entries of a list are checked when the list is complete. */
  changed (change: FeedUpdate): void {
    for (const waiter of this.#waiters) {
      if (change.type === 'listed') check(waiter, this.#entries())
      else if (change.type === 'entry-received' || change.type === 'entry-updated') check(waiter, [change.data])
    }
  }

  /** The time runs while the service cannot be reached, and once the list is complete; it does not run while the list is read. */
  stateChanged ({ name }: FeedState): void {
    for (const waiter of this.#waiters) {
      const { isNew, timer, isDue, endsAtMs, timeoutMs } = waiter
      switch (name) {
        case 'live':
          waiter.isNew = false
          this.#setTimer(waiter, isNew ? timeoutMs : Math.max(endsAtMs - Date.now(), MISSED_MS))
          break
        case 'listing':
          if (isNew) this.#setTimer(waiter, Infinity)
          break
        case 'waiting': case 'refused':
          if (isDue) this.#timeOver(waiter)
          else if (timer === undefined) this.#setTimer(waiter, timeoutMs)
          break
        case 'connecting': case 'closed':
          break
      }
    }
  }

  rejectAll (error: Error): void {
    for (const { reject } of this.#waiters) reject(error)
  }

  #setTimer (waiter: Waiter, ms: number): void {
    clearTimeout(waiter.timer)
    waiter.isDue = false
    waiter.endsAtMs = Date.now() + ms
    waiter.timer = ms > MAX_MS ? undefined : setTimeout(() => this.#timeOver(waiter), ms)
  }

  #timeOver (waiter: Waiter): void {
    const { wanted, timeoutMs, reject } = waiter
    const state = this.#state()
    waiter.isDue = true
    if (state.name === 'live') {
      // Finds an entry that matches only because time has passed, or that came in the last moment.
      if (wanted.changesAt) check(waiter, this.#entries())
      reject(this.#nothing(wanted, timeoutMs))
    } else if ('reason' in state) {
      const why = `the service ${state.name === 'refused' ? 'refuses access' : 'was unavailable at the end'} (${state.reason})`
      reject(new NotAllSeen(wanted, why, `. None of the requests received so far (${[...this.#entries()].length}) matches.`))
    }
  }

  #nothing (wanted: Wanted, timeoutMs: number): NothingMatched {
    const entries = [...this.#entries()]
    const near = nearest(wanted, entries)
    const within = timeoutMs > 0 ? ` within ${timeoutMs / 1000} s` : ''
    const lines = [
      `No request matched${quoted(wanted.text)}${within}. ${sizeSentence(entries.length)}`,
      ...near.map(entry => `  ${line(entry)}${wanted.missing ? `: does not match ${wanted.missing(entry).join(', ')}` : ''}`)
    ]
    return new NothingMatched(lines.join('\n'), near)
  }
}

function quoted (text: string | undefined): string {
  return text?.trim() ? ` ${text}` : ''
}

/** How many requests there are: without it, a person cannot tell a wrong filter from an app that recorded nothing. */
export function sizeSentence (count: number): string {
  return `The session has ${count === 0 ? 'no requests' : count === 1 ? '1 request' : `${count} requests`}.`
}

function check ({ wanted, resolve, reject, alarm }: Waiter, entries: Iterable<Entry>): void {
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

/**
 * The entries that nearly match; without `missing`, the newest. Entries that lack nothing are left out: a caller that waits for several
 * matches has them already.
 */
function nearest ({ missing }: Wanted, entries: Entry[]): Entry[] {
  if (!missing) return entries.slice(-MAX_NEAR).reverse()
  const rated = entries.map(entry => ({ entry, lack: missing(entry).length })).reverse()
  return rated.filter(({ lack }) => lack > 0).sort((a, b) => a.lack - b.lack).slice(0, MAX_NEAR).map(({ entry }) => entry)
}

/** The text of apps is escaped, because the message may be printed on a terminal. */
function line ({ method, api, timeConsuming }: Entry): string {
  return `${visible(method)} ${visibleHead(api, 200)}${timeConsuming > 0 ? '' : ' (pending)'}`
}
