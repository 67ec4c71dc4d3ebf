// The columns of the list, their widths and the sort column, as the person chose them; remembered in this browser.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import { isRecord } from '../../../../json/is-record.js'
import type { Prefs } from '../prefs.js'
import type { Column } from './column.js'
import { COLUMN_IDS, columnOf, type BuiltIn } from './columns.js'
import { fitting, gridTemplate } from './fitting.js'
import type { Sorting } from './sorted.js'
import { isOwnColumn, readsLongText, rememberOwn } from './own-columns.js'

export interface SortChoice {
  id: string
  isDescending: boolean
}

/** The columns while the detail is open, because it needs room, too. */
const COMPACT: readonly BuiltIn[] = ['status', 'method', 'name', 'time']
/** The columns if rows have two lines. */
const NARROW: readonly BuiltIn[] = ['status', 'method', 'name', 'time', 'start', 'host', 'size']
const MAX_OWN = 20
const MAX_PX = 2000

export class ColumnChoice {
  /** All columns in their order; the person's own columns come before the waterfall. */
  readonly all: ReadonlySignal<readonly Column[]>
  readonly hidden: Signal<readonly string[]>
  readonly widths: Signal<Readonly<Record<string, number>>>
  readonly sort: Signal<SortChoice | null>
  /** Changes when more values of the person's own columns have been read. */
  readonly learned = signal(0)
  readonly sorting: ReadonlySignal<Sorting | undefined>
  /** The ids of the person's own columns that show values from long texts. */
  readonly inLongTexts: ReadonlySignal<readonly string[]>
  readonly #own: Signal<readonly string[]>

  constructor (prefs: Prefs) {
    const own = this.#own = prefs.pref<readonly string[]>('columns.own', [], isTexts)
    this.hidden = prefs.pref<readonly string[]>('columns.hidden', [], isTexts)
    this.widths = prefs.pref<Readonly<Record<string, number>>>('columns.widths', {}, isWidths)
    this.sort = prefs.pref<SortChoice | null>('columns.sort', null, isSort)
    this.all = computed(() => {
      this.learned.value // eslint-disable-line
      const ids = [...COLUMN_IDS.slice(0, -1), ...own.value.filter(isOwnColumn).slice(0, MAX_OWN), 'waterfall']
      return ids.map(columnOf).filter(column => column !== undefined)
    })
    this.inLongTexts = computed(() => this.all.value.map(({ id }) => id).filter(readsLongText))
    this.sorting = computed(() => {
      const { id = '', isDescending = false } = this.sort.value ?? {}
      const key = this.all.value.find(column => column.id === id)?.sortKey
      if (key) return { key, isDescending }
      // By number, descending: the reversed order of arrival.
      return id === 'number' && isDescending ? { key: () => 0, isDescending, isReversed: true } : undefined
    })
  }

  /** `empty`: columns that have nothing to show. */
  shown (form: 'wide' | 'compact' | 'narrow', widthPx: number, empty: readonly string[]): readonly Column[] {
    if (form !== 'wide') return (form === 'compact' ? COMPACT : NARROW).map(columnOf).filter(column => column !== undefined)
    const wanted = this.all.value.filter(({ id }) => !this.hidden.value.includes(id) && !empty.includes(id))
    return fitting(wanted, widthPx, ({ id }) => this.widths.value[id])
  }

  /** `most`: the greatest number in the `#` column, which decides its width. */
  template (columns: readonly Column[], most: number): string {
    return gridTemplate(columns, ({ id }) => this.widths.value[id], most)
  }

  /** Call it before the long texts of an entry are dropped: it caches the values of the columns. */
  remember (entry: ListedEntry): void {
    rememberOwn(this.inLongTexts.peek(), entry)
  }

  widthOf ({ id, width }: Column): number {
    return this.widths.value[id] ?? width
  }

  resize ({ id, minWidth }: Column, width: number): void {
    this.widths.value = { ...this.widths.peek(), [id]: Math.round(Math.min(MAX_PX, Math.max(minWidth, width))) }
  }

  /** Restores the default width of the column. */
  resetWidth ({ id }: Column): void {
    const { [id]: _, ...others } = this.widths.peek()
    this.widths.value = others
  }

  toggle (id: string): void {
    const hidden = this.hidden.peek()
    this.hidden.value = hidden.includes(id) ? hidden.filter(other => other !== id) : [...hidden, id]
  }

  /** False if the column exists already, is invalid, or there are too many. */
  add (id: string): boolean {
    const own = this.#own.peek()
    if (!isOwnColumn(id) || own.includes(id) || own.length >= MAX_OWN) return false
    this.#own.value = [...own, id]
    return true
  }

  remove (id: string): void {
    this.#own.value = this.#own.peek().filter(other => other !== id)
    if (this.sort.peek()?.id === id) this.sort.value = null
  }

  /** Cycles through: ascending, descending, order of arrival. */
  sortBy (id: string): void {
    const now = this.sort.peek()
    if (now?.id !== id) this.sort.value = { id, isDescending: false }
    else this.sort.value = now.isDescending ? null : { id, isDescending: true }
  }
}

function isTexts (value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

function isWidths (value: unknown): value is Readonly<Record<string, number>> {
  return isRecord(value) && Object.values(value).every(width => typeof width === 'number' && width >= 20 && width <= MAX_PX)
}

function isSort (value: unknown): value is SortChoice | null {
  if (value === null) return true
  return typeof value === 'object' && 'id' in value && typeof value.id === 'string' &&
    'isDescending' in value && typeof value.isDescending === 'boolean'
}
