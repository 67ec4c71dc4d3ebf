// The built-in columns of the list in one table: the width, the sort key, and the filter for the value of a cell. cell.tsx renders the
// cells.
import type { ListedEntry } from '../../../../exchange/held.js'
import { isPending, startMsOf } from '../../../../exchange/outcome.js'
import { factsOf } from '../../../../filter/facts.js'
import type { KeyTerm } from '../../../../filter/query.js'
import { term, type Column } from './column.js'
import { nameOf, rowFactsOf } from './row-facts.js'
import { isOwnColumn, ownColumn } from './own-columns.js'

export const COLUMN_IDS = ['number', 'start', 'method', 'status', 'code', 'name', 'host', 'kind', 'size', 'time', 'waterfall'] as const
export type BuiltIn = typeof COLUMN_IDS[number]

const COLUMNS: Record<BuiltIn, Omit<Column, 'id'>> = {
  number: column(44, 36, { isEnd: true }),
  start: column(104, 60, { sortKey: startMsOf, text: entry => String(startMsOf(entry)) }),
  method: column(74, 44, { sortKey: entry => entry.method, text: entry => entry.method, term: entry => term('method', entry.method) }),
  status: column(80, 44, { sortKey: statusKey, text: entry => String(statusKey(entry) ?? ''), term: statusTerm }),
  code: column(64, 40, { sortKey: codeKey, text: entry => factsOf(entry).code ?? '', term: entry => term('code', factsOf(entry).code) }),
  name: column(200, 120, {
    sortKey: entry => nameOf(entry).toLowerCase(),
    text: entry => entry.api,
    term: entry => term('path', factsOf(entry).address.path)
  }),
  host: column(150, 60, {
    sortKey: entry => factsOf(entry).address.host,
    text: entry => factsOf(entry).address.host,
    term: entry => term('host', factsOf(entry).address.host)
  }),
  kind: column(60, 44, {
    sortKey: entry => rowFactsOf(entry).type, text: entry => rowFactsOf(entry).type, term: entry => term('kind', factsOf(entry).kind)
  }),
  size: column(68, 50, {
    isEnd: true, sortKey: entry => isPending(entry) ? undefined : factsOf(entry).body.size, text: entry => String(factsOf(entry).body.size)
  }),
  time: column(88, 50, {
    isEnd: true, sortKey: entry => isPending(entry) ? undefined : entry.timeConsuming, text: entry => String(entry.timeConsuming)
  }),
  waterfall: column(180, 100, { sortKey: startMsOf })
}

/** Undefined if there is no such column. */
export function columnOf (id: string): Column | undefined {
  const builtIn = COLUMN_IDS.find(name => name === id)
  if (builtIn) return { id, ...COLUMNS[builtIn] }
  return isOwnColumn(id) ? ownColumn(id) : undefined
}

function column (width: number, minWidth: number, rest: Partial<Column>): Omit<Column, 'id'> {
  return { width, minWidth, isEnd: false, sortKey: undefined, text: () => '', term: () => undefined, ...rest }
}

function statusKey (entry: ListedEntry): number | undefined {
  return isPending(entry) ? undefined : factsOf(entry).status?.code
}

function statusTerm (entry: ListedEntry): KeyTerm | undefined {
  if (isPending(entry)) return { type: 'key', key: 'is', values: [{ type: 'word', text: 'pending', exact: false }] }
  const status = factsOf(entry).status
  return status && { type: 'key', key: 'status', values: [{ type: 'word', text: String(status.code), exact: false }] }
}

// Numeric codes are sorted as numbers.
function codeKey (entry: ListedEntry): number | string | undefined {
  const { code } = factsOf(entry)
  return code === undefined || Number.isNaN(Number(code)) ? code : Number(code)
}
