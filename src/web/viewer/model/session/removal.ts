// Deletes entries, with five seconds to undo it. Deleted entries disappear immediately, but no request is sent before the time is over.
// "Clear" deletes all entries up to the newest one that was visible when the button was pressed; later entries stay. When the page is
// closed, the deletion is sent and can no longer be undone.
import { signal, type ReadonlySignal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import type { Api } from './api.js'

export interface Undoable {
  /** Undefined: all entries, but their number is not known yet. */
  count: number | undefined
}

export interface RemovalOptions {
  shown: ReadonlySignal<readonly ListedEntry[]>
  /** The ids of all entries that have arrived, rendered or not. */
  known: () => string[]
  /** Whether these are all entries of the session. */
  isWhole: () => boolean
  api: Pick<Api, 'clear' | 'remove'>
  onProblem: (sentence: string) => void
}

/** The entries that one undo restores. */
interface Batch {
  ids: ReadonlySet<string>
  /** The newest entry that a clear covers: it is deleted with all entries that arrived before it. */
  through: string | undefined
}

const UNDO_MS = 5000
const REQUESTS_AT_ONCE = 6

export class Removal {
  readonly #undoable = signal<Undoable | undefined>(undefined)
  /** The hidden entries. The last batch may be the one that can still be undone. */
  readonly #batches = signal<readonly Batch[]>([])
  readonly #options: RemovalOptions
  #pending: Batch | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor (options: RemovalOptions) {
    this.#options = options
  }

  get undoable (): ReadonlySignal<Undoable | undefined> { return this.#undoable }

  without (entries: readonly ListedEntry[]): readonly ListedEntry[] {
    const batches = this.#batches.value
    return batches.length === 0 ? entries : entries.filter(({ id }) => !batches.some(batch => has(batch, id)))
  }

  remove (ids: readonly string[]): void {
    const fresh = ids.filter(id => !this.#batches.peek().some(batch => has(batch, id)))
    if (fresh.length > 0) this.#add(fresh, this.#pending?.through)
  }

  clear (): void {
    const newest = this.without(this.#options.shown.peek()).at(-1)
    if (newest) this.#add([], newest.id)
  }

  undo (): void {
    clearTimeout(this.#timer)
    this.#drop(this.#take())
  }

  /** The page is being left: the pending deletion is sent now, by requests that outlive the page. If there are thousands, a browser may
   * send only the first ones. */
  leave (): void {
    clearTimeout(this.#timer)
    this.#send(true).catch(() => {})
  }

  close (): void {
    clearTimeout(this.#timer)
  }

  // Includes entries that were deleted shortly before: one undo restores all of them.
  #add (ids: string[], through: string | undefined): void {
    clearTimeout(this.#timer)
    const before = this.#take()
    const pending = this.#pending = { ids: new Set([...before?.ids ?? [], ...ids]), through }
    this.#batches.value = [...this.#batches.peek().filter(batch => batch !== before), pending]
    const isKnown = through === undefined || this.#options.isWhole()
    this.#undoable.value = { count: isKnown ? this.#options.shown.peek().filter(({ id }) => has(pending, id)).length : undefined }
    this.#timer = setTimeout(() => { this.#send().catch(() => {}) }, UNDO_MS)
  }

  /** Takes the pending batch, which can then no longer be undone. */
  #take (): Batch | undefined {
    const batch = this.#pending
    this.#pending = undefined
    this.#undoable.value = undefined
    return batch
  }

  async #send (isLeaving = false): Promise<void> {
    const batch = this.#take()
    if (!batch) return
    try {
      const through = batch.through ?? this.#wholeUpTo(batch)
      if (through !== undefined) await this.#options.api.clear(through, isLeaving)
      await this.#removeEach([...batch.ids].filter(id => through === undefined || isNewer(id, through)), isLeaving)
      this.#forget(batch)
    } catch (error) {
      this.#drop(batch)
      this.#options.onProblem(error instanceof Error ? error.message : String(error))
    }
  }

  /** The newest of several entries, if all entries that arrived before it are among them: one request then deletes them all. */
  #wholeUpTo ({ ids }: Batch): string | undefined {
    if (ids.size < 2 || !this.#options.isWhole()) return undefined
    const newest = [...ids].reduce((newest, id) => isNewer(id, newest) ? id : newest)
    return this.#options.known().every(id => ids.has(id) || isNewer(id, newest)) ? newest : undefined
  }

  async #removeEach (ids: string[], isLeaving: boolean): Promise<void> {
    const worker = async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) await this.#options.api.remove(id, isLeaving)
    }
    await Promise.all(Array.from({ length: isLeaving ? ids.length : REQUESTS_AT_ONCE }, worker))
  }

  // They stay hidden until the feed has reported that they are deleted, and no list contains them any more.
  #forget (batch: Batch): void {
    const stop = this.#options.shown.subscribe(entries => {
      if (!this.#options.isWhole() || entries.some(({ id }) => has(batch, id))) return
      queueMicrotask(() => stop())
      this.#drop(batch)
    })
  }

  #drop (batch: Batch | undefined): void {
    this.#batches.value = this.#batches.peek().filter(other => other !== batch)
  }
}

function has ({ ids, through }: Batch, id: string): boolean {
  return ids.has(id) || (through !== undefined && !isNewer(id, through))
}

/** Entries are in order of arrival by the number at the start of their ids. */
function isNewer (id: string, other: string): boolean {
  return parseInt(id, 10) > parseInt(other, 10)
}
