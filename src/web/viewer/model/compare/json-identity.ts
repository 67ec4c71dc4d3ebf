// A number for each value of JSON texts, the same for values that are equal: the order of an object's keys means nothing, and numbers are equal
// as they were written, so that none is rounded. Without recursion: depth costs nothing.
import { stringValue } from '../../../../json/scan.js'
import { keyOf } from '../bodies/json-path.js'
import type { JsonTable } from '../bodies/json-table.js'

/** Shared by the texts that are compared. */
export class Identities {
  readonly #ids = new Map<string, number>()

  of (text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    this.#ids.set(text, this.#ids.size)
    return this.#ids.size - 1
  }
}

/** For each row of the table. */
export function identify (table: JsonTable, text: string, identities: Identities): Uint32Array {
  const ids = new Uint32Array(table.size)
  // What is inside of a value comes behind it.
  for (let row = table.size - 1; row >= 0; row--) ids[row] = identities.of(contentOf(table, text, row, ids, identities))
  return ids
}

// The first letter keeps the kinds apart.
function contentOf (table: JsonTable, text: string, row: number, ids: Uint32Array, identities: Identities): string {
  switch (table.kind(row)) {
    case 'object': return `o${membersOf(table, text, row, ids, identities)}`
    case 'list': return `l${itemsOf(table, row, ids)}`
    case 'string': return `s${stringValue(text, table.start(row), table.end(row) - 1)}`
    default: return `v${text.slice(table.start(row), table.end(row))}`
  }
}

function itemsOf (table: JsonTable, row: number, ids: Uint32Array): string {
  return table.children(row).map(at => ids[at] ?? 0).join()
}

// Of a key that is repeated, the order of its values counts: sorting keeps it.
function membersOf (table: JsonTable, text: string, row: number, ids: Uint32Array, identities: Identities): string {
  const members = table.children(row).map((at): [key: number, value: number] => [identities.of(`k${keyOf(table, text, at)}`), ids[at] ?? 0])
  return members.sort(([a], [b]) => a - b).join()
}
