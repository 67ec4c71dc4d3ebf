// Fills the columns that a person has added, if their values are in long texts. As soon as such a column exists, dropped texts are read
// again from the service.
import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import type { Wholes } from '../filter/streamed-texts.js'
import type { ColumnChoice } from './column-choice.js'
import { learnOwn, unknownOf } from './own-columns.js'

export interface OwnColumnReaderOptions {
  entries: ReadonlySignal<readonly ListedEntry[]>
  columns: ColumnChoice
  wholes: Wholes
}

/** The person may add several columns in a row. */
const PAUSE_MS = 1000
/** The pause if the service did not answer. */
const RETRY_MS = 10_000

export class OwnColumnReader {
  readonly #options: OwnColumnReaderOptions
  readonly #isReading = signal(false)
  readonly #stop: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #pauseMs = PAUSE_MS

  constructor (options: OwnColumnReaderOptions) {
    this.#options = options
    this.#stop = effect(() => {
      const ids = options.columns.inLongTexts.value
      if (this.#isReading.value || ids.length === 0 || !options.entries.value.some(entry => unknownOf(ids, entry).length > 0)) return
      this.#timer ??= setTimeout(() => this.#begin(), this.#pauseMs)
    })
  }

  close (): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#stop()
  }

  #begin (): void {
    this.#timer = undefined
    this.#isReading.value = true
    this.#read().then(() => PAUSE_MS, () => RETRY_MS).then(pauseMs => {
      this.#pauseMs = pauseMs
      this.#isReading.value = false
    }, () => {})
  }

  async #read (): Promise<void> {
    const { entries, columns, wholes } = this.#options
    const ids = columns.inLongTexts.value
    const unknown = new Map(entries.peek().filter(entry => unknownOf(ids, entry).length > 0).map(entry => [entry.id, entry]))
    for await (const read of wholes([...unknown.values()], gone => learnOwn(ids, gone, undefined))) {
      if (this.#isClosed) return
      const held = unknown.get(read.id)
      if (held) learnOwn(unknownOf(ids, held), held, read)
    }
    columns.learned.value++
  }
}
