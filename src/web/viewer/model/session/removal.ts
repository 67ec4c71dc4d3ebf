// Deleting with five seconds to undo it. What is deleted disappears at once, and nothing is sent before the time is over. A clear takes
// what was there when it was pressed: what arrives within the five seconds stays. Whoever closes the page no longer means to undo.
import { signal, type ReadonlySignal } from '@preact/signals'
import type { Held } from '../../../../exchange/held.js'
import type { Api } from './api.js'

export interface Undoable {
  count: number
  /** It was a clear. */
  all: boolean
}

const UNDO_MS = 5000
const AT_ONCE = 6

export class Removal {
  readonly #undoable = signal<Undoable | undefined>(undefined)
  readonly #hidden = signal<ReadonlySet<string>>(new Set())
  #pending = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `known`: the ids of all entries of the session, now. */
  constructor (
    readonly shown: ReadonlySignal<readonly Held[]>,
    readonly known: () => string[],
    readonly api: Api,
    readonly onProblem: (sentence: string) => void
  ) {}

  get undoable (): ReadonlySignal<Undoable | undefined> { return this.#undoable }

  without (entries: readonly Held[]): readonly Held[] {
    const hidden = this.#hidden.value
    return hidden.size === 0 ? entries : entries.filter(({ id }) => !hidden.has(id))
  }

  remove (ids: readonly string[]): void {
    const fresh = ids.filter(id => !this.#hidden.peek().has(id))
    if (fresh.length > 0) this.#add(fresh, this.#undoable.peek()?.all ?? false)
  }

  clear (): void {
    const fresh = this.known().filter(id => !this.#hidden.peek().has(id))
    if (fresh.length > 0) this.#add(fresh, true)
  }

  undo (): void {
    clearTimeout(this.#timer)
    this.#show(this.#pending)
    this.#pending = new Set()
    this.#undoable.value = undefined
  }

  /** The page goes away: what waits is sent now, by requests that outlive it. Of thousands, a browser may send only the first. */
  leave (): void {
    clearTimeout(this.#timer)
    if (this.#pending.size > 0) this.#send(true).catch(() => {})
  }

  close (): void {
    clearTimeout(this.#timer)
  }

  // What was deleted shortly before is part of it: one undo brings all of it back.
  #add (ids: string[], all: boolean): void {
    clearTimeout(this.#timer)
    for (const id of ids) this.#pending.add(id)
    this.#hidden.value = new Set([...this.#hidden.peek(), ...ids])
    this.#undoable.value = { count: this.#pending.size, all }
    this.#timer = setTimeout(() => { this.#send().catch(() => {}) }, UNDO_MS)
  }

  async #send (isLeaving = false): Promise<void> {
    const ids = this.#pending
    this.#pending = new Set()
    this.#undoable.value = undefined
    try {
      if (this.known().every(id => ids.has(id))) await this.api.clear(isLeaving)
      else await this.#removeEach([...ids], isLeaving)
      this.#forget(ids)
    } catch (error) {
      this.#show(ids)
      this.onProblem(error instanceof Error ? error.message : String(error))
    }
  }

  async #removeEach (ids: string[], isLeaving: boolean): Promise<void> {
    const worker = async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) await this.api.remove(id, isLeaving)
    }
    await Promise.all(Array.from({ length: isLeaving ? ids.length : AT_ONCE }, worker))
  }

  // They stay hidden until the feed has heard that they are gone.
  #forget (ids: ReadonlySet<string>): void {
    const stop = this.shown.subscribe(entries => {
      if (entries.some(({ id }) => ids.has(id))) return
      queueMicrotask(() => stop())
      this.#show(ids)
    })
  }

  #show (ids: ReadonlySet<string>): void {
    this.#hidden.value = new Set([...this.#hidden.peek()].filter(id => !ids.has(id)))
  }
}
