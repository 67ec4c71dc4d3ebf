// Keeps the table of APIs up to date while the session and the filter change. Each entry is counted once, in slices; after that, only
// entries that come or go are counted. While the table is hidden, the whole session is counted when the browser is idle, so that the table
// opens at once.
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import type { Codes } from '../../../../exchange/outcome.js'
import { ApiTable } from '../../../../summary/api-table.js'
import { requestFiguresOf, type RequestFigures } from '../../../../summary/request-figures.js'
import { Slices } from '../slices.js'
import type { LiveRepeats } from '../live-repeats.js'
import { EntryTracker } from '../entry-tracker.js'
import { FigureCache, type ApiFigures } from './figures.js'
import { groupOf, type Grouping } from './grouping.js'

export interface LiveApisOptions {
  /** The entries to count while the table is shown. */
  matching: ReadonlySignal<readonly ListedEntry[]>
  /** All entries of the session; without a filter, the same array. */
  all: ReadonlySignal<readonly ListedEntry[]>
  codes: ReadonlySignal<Codes>
  by: ReadonlySignal<Grouping>
  repeats: Pick<LiveRepeats, 'isDuplicate' | 'isNPlusOne' | 'changed'>
}

/** The pause between two renders, so that the table does not flicker and can be read. */
const PAUSE_MS = 250
/** With many entries, the intermediate counts are shown after this time. */
const PATIENCE_MS = 150

export class LiveApis {
  readonly rows = signal<readonly ApiFigures[]>([])
  /** Whether all entries have been counted. */
  readonly isWhole = signal(false)
  readonly #options: LiveApisOptions
  readonly #isShown = signal(false)
  readonly #entries: ReadonlySignal<readonly ListedEntry[]>
  readonly #slices = new Slices(hasTime => this.#changes.work(hasTime), isDone => this.#tell(isDone), true)
  #table = new ApiTable()
  #figures = new FigureCache()
  #changes = this.#newChanges()
  #timer: ReturnType<typeof setTimeout> | undefined
  #toldMs = -Infinity
  #hide: (() => void) | undefined

  /** It lives as long as the page. */
  constructor (options: LiveApisOptions) {
    this.#options = options
    this.#entries = computed(() => this.#isShown.value ? options.matching.value : options.all.value)
    effect(() => {
      this.#entries.value // eslint-disable-line
      this.#updateSoon()
    })
    // The definition of an error has changed, or what is grouped: everything is counted again.
    options.codes.subscribe(() => {
      this.#begin()
      this.#updateSoon()
    })
    options.by.subscribe(() => {
      this.#begin()
      if (this.#isShown.peek()) this.#showAfresh()
    })
    options.repeats.changed.subscribe(changed => {
      this.#changes.redo(changed)
      this.#updateSoon()
    })
  }

  /**
   * If everything is counted already, `rows` has it when this returns. Returns a function that hides the table. It does nothing if `show`
   * was called again meanwhile: when one view replaces another, the new one is shown before the old one is removed.
   */
  show (): () => void {
    const hide = this.#hide = () => {
      if (hide !== this.#hide) return
      this.#slices.isPatient = true
      this.#isShown.value = false
    }
    this.#isShown.value = true
    this.#showAfresh()
    return hide
  }

  #showAfresh (): void {
    this.#toldMs = -Infinity
    this.isWhole.value = false
    this.#slices.isPatient = false
    this.#update()
  }

  #begin (): void {
    this.#table = new ApiTable()
    this.#figures = new FigureCache()
    this.#changes = this.#newChanges()
  }

  #newChanges (): EntryTracker<RequestFigures> {
    return new EntryTracker({
      come: entry => {
        const { codes, by, repeats } = this.#options
        const figures = requestFiguresOf(entry, {
          codes: codes.peek(), isDuplicate: repeats.isDuplicate(entry), isNPlusOne: repeats.isNPlusOne(entry)
        })
        Object.assign(figures, groupOf(by.peek(), figures, entry))
        this.#table.add(figures)
        return figures
      },
      go: figures => { this.#table.remove(figures) }
    })
  }

  #updateSoon (): void {
    this.#timer ??= setTimeout(() => this.#update(), Math.max(0, this.#toldMs + PAUSE_MS - performance.now()))
  }

  #update (): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const entries = this.#entries.peek()
    // If fewer than half of the counted entries are left, counting those anew is faster than removing the others.
    if (entries.length < this.#changes.size / 2) this.#begin()
    this.#changes.update(entries)
    if (!this.#slices.isRunning || !this.#slices.isPatient) this.#slices.run()
  }

  #tell (isDone: boolean): void {
    if (!this.#isShown.peek()) return
    const nowMs = performance.now()
    if (!isDone && nowMs < this.#toldMs + PATIENCE_MS) return
    // The first slice of many: the full counts come soon, so this one is not shown.
    if (!isDone && this.#toldMs === -Infinity) {
      this.#toldMs = nowMs
      return
    }
    this.#toldMs = nowMs
    this.isWhole.value = isDone
    this.rows.value = this.#figures.of(this.#table.groups)
  }
}
