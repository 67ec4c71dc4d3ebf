// A column of the list: what its cells say, what they are sorted by, and which filter finds the same.
import type { Held } from '../../../../exchange/held.js'
import type { KeyName } from '../../../../filter/keys.js'
import type { KeyTerm } from '../../../../filter/query.js'
import type { SortKey } from './order.js'

export interface Column {
  /** A column that somebody added is `header:x-trace-id`, as own-columns.ts reads it. */
  id: string
  /** Pixels. */
  width: number
  minWidth: number
  isEnd: boolean
  /** Undefined where it is that of the arrival. */
  sortKey: SortKey | undefined
  /** As a text, for copying. */
  text: (entry: Held) => string
  /** What finds the entries with the same; undefined where there is nothing to find. */
  term: (entry: Held) => KeyTerm | undefined
}

/** The whole of a text; undefined where there is none. */
export function term (key: KeyName, text: string | undefined): KeyTerm | undefined {
  return text === undefined || text === '' ? undefined : { type: 'key', key, values: [{ type: 'quoted', text, exact: true }] }
}
