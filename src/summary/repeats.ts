// Finds duplicates and N+1 requests in a session, and updates them while requests come and go: each request is compared only with its
// neighbors in time. A duplicate has the same method, address and body as another request, and started within a second of it. An N+1
// request is one of at least five requests that started within a second and whose addresses differ only in ids; of requests with the same
// method and address, only the first counts.
import type { Repeatable } from './repeatable.js'
import { Starts, type ListPosition } from './starts.js'

const DUPLICATE_MS = 1000
const N_PLUS_ONE_MS = 1000
const MIN_N_PLUS_ONE = 5

/** One request, and whether it is a duplicate or N+1 at the moment. */
export interface Tracked extends Repeatable {
  readonly serial: number
  isDuplicate: boolean
  isNPlusOne: boolean
}

/** `Item`: what the caller knows about a request; it is passed back with it. */
export class Repeats<Item extends Repeatable = Repeatable> {
  readonly #onChange: (tracked: Item & Tracked) => void
  readonly #requests = new Starts<Item & Tracked>()
  readonly #addresses = new Starts<Item & Tracked>()
  /** Only requests that do not follow another one of the same address within a second. */
  readonly #patterns = new Starts<Item & Tracked>()
  #serial = 0

  /** `onChange`: called when a request becomes a duplicate or N+1, or stops being one. */
  constructor (onChange: (tracked: Item & Tracked) => void = () => {}) {
    this.#onChange = onChange
  }

  add (item: Item): Item & Tracked {
    const tracked: Item & Tracked = { ...item, serial: this.#serial++, isDuplicate: false, isNPlusOne: false }
    if (tracked.request !== undefined) this.#updateDuplicates(this.#requests.add(tracked.request, tracked))
    if (tracked.address === undefined) return tracked
    const { list, at } = this.#addresses.add(tracked.address, tracked)
    const next = list[at + 1]
    if (next && isNear(tracked, next)) this.#removeFromPattern(next)
    if (isFirst(list, at)) this.#addToPattern(tracked)
    return tracked
  }

  /** Removes a request that `add` has returned. */
  remove (tracked: Item & Tracked): void {
    const place = tracked.request === undefined ? undefined : this.#requests.remove(tracked.request, tracked)
    if (place) this.#updateDuplicates(place)
    const before = tracked.address === undefined ? undefined : this.#addresses.remove(tracked.address, tracked)
    if (!before) return
    this.#removeFromPattern(tracked)
    const next = before.list[before.at]
    if (next && isNear(tracked, next) && isFirst(before.list, before.at)) this.#addToPattern(next)
  }

  #updateDuplicates ({ list, at }: ListPosition<Item & Tracked>): void {
    for (let n = at - 1; n <= at + 1; n++) {
      const [before, tracked, next] = [list[n - 1], list[n], list[n + 1]]
      if (tracked) {
        this.#set(
          tracked, 'isDuplicate', (before !== undefined && isNear(before, tracked)) || (next !== undefined && isNear(tracked, next))
        )
      }
    }
  }

  #addToPattern (tracked: Item & Tracked): void {
    if (tracked.pattern !== undefined) this.#updateNPlusOne(this.#patterns.add(tracked.pattern, tracked))
  }

  // It may not be in the list: only the first request of an address within a second is.
  #removeFromPattern (tracked: Item & Tracked): void {
    const place = tracked.pattern === undefined ? undefined : this.#patterns.remove(tracked.pattern, tracked)
    if (place) this.#updateNPlusOne(place)
    this.#set(tracked, 'isNPlusOne', false)
  }

  // Requests that are MIN_N_PLUS_ONE or more places away do not depend on this place.
  #updateNPlusOne ({ list, at }: ListPosition<Item & Tracked>): void {
    for (let n = Math.max(0, at - MIN_N_PLUS_ONE + 1); n < Math.min(list.length, at + MIN_N_PLUS_ONE); n++) {
      const tracked = list[n]
      if (tracked) this.#set(tracked, 'isNPlusOne', isNPlusOneAt(list, n))
    }
  }

  #set (tracked: Item & Tracked, name: 'isDuplicate' | 'isNPlusOne', value: boolean): void {
    if (tracked[name] === value) return
    tracked[name] = value
    this.#onChange(tracked)
  }
}

function isNear (earlier: Tracked, later: Tracked): boolean {
  return later.startMs - earlier.startMs <= DUPLICATE_MS
}

function isFirst (list: readonly Tracked[], at: number): boolean {
  const [before, tracked] = [list[at - 1], list[at]]
  return !before || !tracked || !isNear(before, tracked)
}

/** Whether MIN_N_PLUS_ONE requests in a row, this one among them, started within N_PLUS_ONE_MS. */
function isNPlusOneAt (list: readonly Tracked[], at: number): boolean {
  for (let from = Math.max(0, at - MIN_N_PLUS_ONE + 1); from <= at; from++) {
    const [first, last] = [list[from], list[from + MIN_N_PLUS_ONE - 1]]
    if (first && last && last.startMs - first.startMs <= N_PLUS_ONE_MS) return true
  }
  return false
}
