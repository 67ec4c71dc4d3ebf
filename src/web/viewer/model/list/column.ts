// A column of the list: the text of its cells, its sort key, and the filter for a value.
import type { ListedEntry } from '../../../../exchange/held.js'
import type { KeyName } from '../../../../filter/keys.js'
import type { KeyTerm } from '../../../../filter/query.js'
import type { SortKey } from './sorted.js'

export interface Column {
  /** The id of a column that a person added is `header:x-trace-id`, as own-columns.ts reads it. */
  id: string
  /** Pixels. */
  width: number
  minWidth: number
  isEnd: boolean
  /** Undefined if the order is that of arrival. */
  sortKey: SortKey | undefined
  /** The cell as a text, for copying. */
  text: (entry: ListedEntry) => string
  /** The filter term that finds entries with the same value; undefined if the cell has no value to filter by. */
  term: (entry: ListedEntry) => KeyTerm | undefined
}

/** Matches the whole text; undefined if there is none. */
export function term (key: KeyName, text: string | undefined): KeyTerm | undefined {
  return text === undefined || text === '' ? undefined : { type: 'key', key, values: [{ type: 'quoted', text, exact: true }] }
}
