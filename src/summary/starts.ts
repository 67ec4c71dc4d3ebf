// Keeps groups of similar requests (those with the same fingerprint), each in the order in which they started. A request is found in
// logarithmic time.

export interface Started {
  readonly startMs: number
  /** Unique, to distinguish requests that started in the same millisecond. */
  readonly serial: number
}

/** A list, and an index in it. */
export interface ListPosition<Item> {
  list: Item[]
  at: number
}

export class Starts<Item extends Started> {
  /** Most kinds have one item, which then needs no list: a list takes a hundred bytes. */
  readonly #items = new Map<number, Item | { list: Item[] }>()

  /** Returns the item's place. */
  add (kind: number, item: Item): ListPosition<Item> {
    const list = this.#listOf(kind)
    const at = placeOf(list, item)
    list.splice(at, 0, item)
    this.#keep(kind, list)
    return { list, at }
  }

  /** Returns the place that the item had; undefined if it was not in the list. */
  remove (kind: number, item: Item): ListPosition<Item> | undefined {
    const list = this.#listOf(kind)
    const at = placeOf(list, item)
    if (list[at] !== item) return undefined
    list.splice(at, 1)
    this.#keep(kind, list)
    return { list, at }
  }

  #listOf (kind: number): Item[] {
    const held = this.#items.get(kind)
    return held === undefined ? [] : 'list' in held ? held.list : [held]
  }

  #keep (kind: number, list: Item[]): void {
    const [first] = list
    if (first === undefined) this.#items.delete(kind)
    else this.#items.set(kind, list.length === 1 ? first : { list })
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
