// What differs between two lists of names and values: headers, queries, forms, storage. The order of names means nothing; of one name that
// is repeated, equal values belong together wherever they stand, and then the first that are left on both sides.
import type { HeaderField } from '../../../../exchange/headers.js'

export interface FieldChange {
  name: string
  /** Undefined where it was not there. */
  before: string | undefined
  /** Undefined where it is gone. */
  after: string | undefined
}

export interface FieldDifferences {
  /** In the order of the later list; what is gone comes last. Not more than are looked through. */
  changes: FieldChange[]
  changed: number
  equal: HeaderField[]
  equalCount: number
}

/** Each holds a row of the page. */
const MOST = 1_000

/** `fold`: names that differ only in letter case are one name. */
export function fieldDifferences (a: readonly HeaderField[], b: readonly HeaderField[], fold = false): FieldDifferences {
  const nameOf = (name: string) => fold ? name.toLowerCase() : name
  const left = byName(a, nameOf)
  const equal: HeaderField[] = []
  const open: HeaderField[] = []
  for (const field of b) {
    if (left.get(nameOf(field.name))?.take(field.value)) equal.push(field)
    else open.push(field)
  }
  const changes: FieldChange[] = open.map(({ name, value }) => ({ name, before: left.get(nameOf(name))?.first(), after: value }))
  for (const values of left.values()) {
    for (let gone = values.first(); gone !== undefined; gone = values.first()) {
      changes.push({ name: values.name, before: gone, after: undefined })
    }
  }
  return { changes: changes.slice(0, MOST), changed: changes.length, equal: equal.slice(0, MOST), equalCount: equal.length }
}

/** The values of one name that nothing has been found for yet. */
class Values {
  readonly #counts = new Map<string, number>()
  readonly #values: string[] = []
  #at = 0

  constructor (readonly name: string) {}

  add (value: string): void {
    this.#values.push(value)
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1)
  }

  /** Whether this very value was left. */
  take (value: string): boolean {
    const count = this.#counts.get(value) ?? 0
    if (count > 0) this.#counts.set(value, count - 1)
    return count > 0
  }

  /** Takes the first that is left. */
  first (): string | undefined {
    while (this.#at < this.#values.length) {
      const value = this.#values[this.#at++] ?? ''
      if (this.take(value)) return value
    }
    return undefined
  }
}

function byName (fields: readonly HeaderField[], nameOf: (name: string) => string): Map<string, Values> {
  const names = new Map<string, Values>()
  for (const { name, value } of fields) {
    const values = names.get(nameOf(name)) ?? new Values(name)
    values.add(value)
    names.set(nameOf(name), values)
  }
  return names
}
