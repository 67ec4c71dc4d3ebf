// Requests of the same kind, in the order in which they started. A request is found in logarithmic time.

export interface Started {
  readonly startMs: number
  /** Unique, to distinguish requests that started in the same millisecond. */
  readonly serial: number
}

/** A list, and an index in it. */
export interface Place<Item> {
  list: Item[]
  at: number
}

export class Starts<Item extends Started> {
  readonly #lists = new Map<number, Item[]>()

  /** Returns the item's place. */
  add (kind: number, item: Item): Place<Item> {
    const list = this.#lists.get(kind) ?? []
    this.#lists.set(kind, list)
    const at = placeOf(list, item)
    list.splice(at, 0, item)
    return { list, at }
  }

  /** Returns the place that the item had; undefined if it was not in the list. */
  remove (kind: number, item: Item): Place<Item> | undefined {
    const list = this.#lists.get(kind)
    const at = list ? placeOf(list, item) : 0
    if (!list || list[at] !== item) return undefined
    list.splice(at, 1)
    if (list.length === 0) this.#lists.delete(kind)
    return { list, at }
  }
}

/** The index of the first item that did not start before this one. */
function placeOf (list: readonly Started[], { startMs, serial }: Started): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    if (other && (other.startMs < startMs || (other.startMs === startMs && other.serial < serial))) low = middle + 1
    else high = middle
  }
  return low
}
