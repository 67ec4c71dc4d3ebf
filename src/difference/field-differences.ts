// Compares two lists of names and values: headers, queries, forms, storage. The order of names is ignored. If a name is repeated, equal
// values are paired wherever they are; then the remaining values are paired in order.
import type { HeaderField } from '../exchange/headers.js'

export interface FieldChange {
  name: string
  /** Undefined if it was added. */
  before: string | undefined
  /** Undefined if it was removed. */
  after: string | undefined
}

export interface FieldDifferences {
  /** In the order of the later list; removed fields come last. At most `MAX_COUNT` of them. */
  changes: FieldChange[]
  changed: number
  equal: HeaderField[]
  equalCount: number
}

/** Each one takes a row of the page. */
const MAX_COUNT = 1_000

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
  return { changes: changes.slice(0, MAX_COUNT), changed: changes.length, equal: equal.slice(0, MAX_COUNT), equalCount: equal.length }
}

/** The values of one name that have no counterpart yet. */
class Values {
  private readonly counts = new Map<string, number>()
  private readonly values: string[] = []
  private at = 0

  constructor (readonly name: string) {}

  add (value: string): void {
    this.values.push(value)
    this.counts.set(value, (this.counts.get(value) ?? 0) + 1)
  }

  /** Takes this value if it is left. Returns whether it was. */
  take (value: string): boolean {
    const count = this.counts.get(value) ?? 0
    if (count > 0) this.counts.set(value, count - 1)
    return count > 0
  }

  /** Takes the first value that is left. */
  first (): string | undefined {
    while (this.at < this.values.length) {
      const value = this.values[this.at++] ?? ''
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
