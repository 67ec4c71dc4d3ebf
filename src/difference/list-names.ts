// Finds the member that identifies the items of two lists: an id or another member that is present in every item and unique in each list.
import { keyOf } from '../json/path.js'
import type { JsonTable } from '../json/table.js'

export interface Side {
  table: JsonTable
  text: string
  /** The numbers that json-difference.ts gives to values. */
  ids: Uint32Array
}

/** The best first. */
const NAMES = [/^_?id$/i, /^(?:uuid|guid)$/i, /(?:[a-z]Id|_id)$/, /^(?:key|sku|code|name)$/i]
/** At most this many members of an item are searched for names. */
const MAX_MEMBERS = 200

/** For each item of both lists, the number of the value that names it; undefined if no member names all items. */
export function namesOf (a: Side, aItems: readonly number[], b: Side, bItems: readonly number[]): [number[], number[]] | undefined {
  const [first] = aItems
  if (first === undefined || bItems.length === 0) return undefined
  for (const key of candidates(a, first)) {
    const left = valuesOf(a, aItems, key)
    const right = left && valuesOf(b, bItems, key)
    if (right) return [left, right]
  }
  return undefined
}

/** The row of the best member to label an item for a person; undefined if no member looks like an id or a name. */
export function namingRow (side: Pick<Side, 'table' | 'text'>, item: number): number | undefined {
  const [key] = candidates(side, item)
  return key === undefined ? undefined : memberOf(side, item, key)
}

function candidates ({ table, text }: Pick<Side, 'table' | 'text'>, item: number): string[] {
  if (table.kind(item) !== 'object') return []
  const keys: string[] = []
  for (let at = item + 1; at < table.next(item) && keys.length < MAX_MEMBERS; at = table.next(at)) {
    if (!table.isContainer(at)) keys.push(keyOf(table, text, at))
  }
  return NAMES.flatMap(name => keys.filter(key => name.test(key)))
}

/** Undefined if an item lacks this member, or two items have the same value. */
function valuesOf (side: Side, items: readonly number[], key: string): number[] | undefined {
  const values: number[] = []
  for (const item of items) {
    const row = memberOf(side, item, key)
    if (row === undefined) return undefined
    values.push(side.ids[row] ?? 0)
  }
  return new Set(values).size === values.length ? values : undefined
}

function memberOf ({ table, text }: Pick<Side, 'table' | 'text'>, item: number, key: string): number | undefined {
  if (table.kind(item) !== 'object') return undefined
  let seen = 0
  for (let at = item + 1; at < table.next(item) && seen++ < MAX_MEMBERS; at = table.next(at)) {
    if (!table.isContainer(at) && keyOf(table, text, at) === key) return at
  }
  return undefined
}
