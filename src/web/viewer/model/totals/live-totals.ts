// The figures of a list that changes. They follow it a moment later: first the page shows the list itself. A small change costs little,
// and a large one is counted in slices, while the browser has nothing else to do.
import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Held } from '../../../../exchange/held.js'
import { Slices } from '../slices.js'
import { changesOf } from './changes.js'
import { NOTHING, Tally, type Figures } from './tally.js'

const PAUSE_MS = 150

export class LiveTotals {
  readonly figures = signal<Figures>(NOTHING)
  readonly #source: ReadonlySignal<readonly Held[]>
  readonly #slices: Slices
  readonly #stop: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #tally = new Tally()
  /** The tally has its entries before `#at`. */
  #list: readonly Held[] = []
  #at = 0

  /** `source`: in order of arrival, or at least with most entries in the same order as before. */
  constructor (source: ReadonlySignal<readonly Held[]>) {
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
    // What is being counted is counted to its end: otherwise a busy session would never be.
    if (this.#slices.isRunning) return
    const list = this.#source.peek()
    const changes = changesOf(this.#list, list)
    if (changes) {
      for (const entry of changes.gone) this.#tally.remove(entry)
      for (const entry of changes.come) this.#tally.add(entry)
    } else this.#tally = new Tally()
    this.#list = list
    this.#at = changes?.from ?? 0
    this.#slices.run()
  }

  #count (hasTime: () => boolean): boolean {
    for (let entry = this.#list[this.#at]; entry; entry = this.#list[this.#at]) {
      this.#tally.add(entry)
      if (++this.#at % 16 === 0 && !hasTime()) break
    }
    return this.#at >= this.#list.length
  }

  #tell (): void {
    this.figures.value = this.#tally.figures
    if (this.#source.peek() !== this.#list) this.#timer ??= setTimeout(() => this.#follow(), PAUSE_MS)
  }
}
