// Finds duplicates and bursts, and keeps the result up to date while the session changes. Each entry is examined once, when the browser is
// idle.
import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Held } from '../../../exchange/held.js'
import { factsOf } from '../../../filter/facts.js'
import { repeatableOf } from '../../../summary/repeatable.js'
import { Repeats, type Tracked } from '../../../summary/repeats.js'
import { Slices } from './slices.js'
import { ComingAndGoing } from './coming-and-going.js'

const PAUSE_MS = 100

export class LiveRepeats {
  /** The entries whose flags were set or removed last. Components that show the flags read this signal. */
  readonly changed = signal<readonly Held[]>([])
  readonly #known = new Map<Held, Tracked>()
  readonly #entries = new Map<Tracked, Held>()
  readonly #told = new Set<Tracked>()
  readonly #repeats = new Repeats(tracked => { this.#told.add(tracked) })
  readonly #changes = new ComingAndGoing({ come: entry => this.#come(entry), go: entry => this.#go(entry) })
  readonly #slices = new Slices(hasTime => this.#changes.work(hasTime), () => this.#tell(), true)
  readonly #stop: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor (all: ReadonlySignal<readonly Held[]>) {
    this.#stop = effect(() => {
      all.value // eslint-disable-line
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        this.#changes.update(all.peek())
        if (!this.#slices.isRunning) this.#slices.run()
      }, PAUSE_MS)
    })
  }

  isDuplicate (entry: Held): boolean {
    return this.#known.get(entry)?.isDuplicate === true
  }

  isNPlusOne (entry: Held): boolean {
    return this.#known.get(entry)?.isNPlusOne === true
  }

  close (): void {
    this.#stop()
    clearTimeout(this.#timer)
    this.#slices.close()
  }

  #come (entry: Held): void {
    const facts = factsOf(entry)
    const tracked = this.#repeats.add(repeatableOf(entry, facts.address))
    facts.prepare()
    this.#known.set(entry, tracked)
    this.#entries.set(tracked, entry)
  }

  #go (entry: Held): void {
    const tracked = this.#known.get(entry)
    if (!tracked) return
    this.#known.delete(entry)
    this.#entries.delete(tracked)
    this.#repeats.remove(tracked)
  }

  #tell (): void {
    if (this.#told.size === 0) return
    const changed = [...this.#told].map(tracked => this.#entries.get(tracked)).filter(entry => entry !== undefined)
    this.#told.clear()
    if (changed.length > 0) this.changed.value = changed
  }
}
