// Numbers in ascending order, of which some come and some go, so that any percentile is at hand. What is new is put in its place when
// somebody asks.

const FIRST_ROOM = 16
/** More of them are sorted together with the rest. */
const FEW = 64

export class Ascending {
  #values = new Float64Array(FIRST_ROOM)
  #size = 0
  /** Not in their place yet. */
  readonly #fresh: number[] = []

  get size (): number {
    return this.#size + this.#fresh.length
  }

  add (value: number): void {
    this.#fresh.push(value)
  }

  /** One of those that are equal. */
  remove (value: number): void {
    this.#settle()
    const at = this.#placeOf(value)
    if (this.#values[at] !== value || at >= this.#size) return
    this.#values.copyWithin(at, at + 1, this.#size--)
  }

  /** So many percent are no larger; undefined where there are none. */
  percentile (percent: number): number | undefined {
    this.#settle()
    return this.#size === 0 ? undefined : this.#values[Math.max(0, Math.ceil(this.#size * percent / 100) - 1)]
  }

  #settle (): void {
    const count = this.#fresh.length
    if (count === 0) return
    this.#makeRoom(this.#size + count)
    if (count > FEW) {
      this.#values.set(this.#fresh, this.#size)
      this.#size += count
      this.#values.subarray(0, this.#size).sort()
    } else for (const value of this.#fresh) this.#insert(value)
    this.#fresh.length = 0
  }

  #insert (value: number): void {
    const at = this.#placeOf(value)
    this.#values.copyWithin(at + 1, at, this.#size++)
    this.#values[at] = value
  }

  /** Of the first that is not less. */
  #placeOf (value: number): number {
    let [low, high] = [0, this.#size]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#values[middle] ?? 0) < value) low = middle + 1
      else high = middle
    }
    return low
  }

  #makeRoom (size: number): void {
    if (size <= this.#values.length) return
    const values = new Float64Array(Math.max(size, 2 * this.#values.length))
    values.set(this.#values.subarray(0, this.#size))
    this.#values = values
  }
}
