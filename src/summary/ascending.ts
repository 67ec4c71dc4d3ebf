// A list of numbers in ascending order, for fast percentiles. Added numbers are sorted later, when the order is needed.

const FIRST_ROOM = 16
/** If there are more new numbers than this, all numbers are sorted together. */
const FEW = 64

export class Ascending {
  #values = new Float64Array(FIRST_ROOM)
  #size = 0
  /** New numbers that are not sorted in yet. */
  readonly #fresh: number[] = []

  get size (): number {
    return this.#size + this.#fresh.length
  }

  add (value: number): void {
    this.#fresh.push(value)
  }

  /** Removes one number that equals `value`. */
  remove (value: number): void {
    this.#settle()
    const at = this.#placeOf(value)
    if (this.#values[at] !== value || at >= this.#size) return
    this.#values.copyWithin(at, at + 1, this.#size--)
  }

  /** The smallest number that `percent` percent of the numbers do not exceed; undefined if there are no numbers. */
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

  /** The index of the first number that is not less than `value`. */
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
