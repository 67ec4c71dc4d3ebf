// The figures of a list that changes. They are updated a moment after the list, so that the page shows the list first. A small change costs
// little, and a large one is counted in slices, while the browser has nothing else to do.
import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import { entryDifference } from '../difference.js'
import { Slices } from '../slices.js'
import { NOTHING, Tally, type TallyFigures } from './tally.js'

const PAUSE_MS = 150
/** If more have gone, counting everything again is as fast. */
const MAX_GONE = 100

export class LiveTotals {
  readonly figures = signal<TallyFigures>(NOTHING)
  readonly #source: ReadonlySignal<readonly ListedEntry[]>
  readonly #slices: Slices
  readonly #stop: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #tally = new Tally()
  /** The entries of which the tally has figures once all of `#todo` is added. It already has those of `#todo` before `#at`. */
  #list: readonly ListedEntry[] = []
  #todo: readonly ListedEntry[] = []
  #at = 0

  /** `source`: in order of arrival, or at least with most entries in the same order as before. */
  constructor (source: ReadonlySignal<readonly ListedEntry[]>) {
    this.#source = source
    this.#slices = new Slices(hasTime => this.#count(hasTime), isDone => { if (isDone) this.#tell() }, true)
    this.#stop = effect(() => {
      if (source.value !== this.#list) this.#timer ??= setTimeout(() => this.#follow(), PAUSE_MS)
    })
  }

  close (): void {
    this.#stop()
    clearTimeout(this.#timer)
    this.#slices.close()
  }

  #follow (): void {
    this.#timer = undefined
    // A running count is always completed: otherwise a busy session would never be counted.
    if (this.#slices.isRunning) return
    const list = this.#source.peek()
    const hasLostMany = this.#list.length - list.length > MAX_GONE
    const { come, gone } = hasLostMany ? { come: list, gone: this.#list } : entryDifference(this.#list, list)
    const isSmall = gone.length <= MAX_GONE
    if (isSmall) for (const entry of gone) this.#tally.remove(entry)
    else this.#tally = new Tally()
    this.#list = list
    this.#todo = isSmall ? come : list
    this.#at = 0
    this.#slices.run()
  }

  #count (hasTime: () => boolean): boolean {
    for (let entry = this.#todo[this.#at]; entry; entry = this.#todo[this.#at]) {
      this.#tally.add(entry)
      if (++this.#at % 16 === 0 && !hasTime()) break
    }
    return this.#at >= this.#todo.length
  }

  #tell (): void {
    this.figures.value = this.#tally.figures
    if (this.#source.peek() !== this.#list) this.#timer ??= setTimeout(() => this.#follow(), PAUSE_MS)
  }
}
