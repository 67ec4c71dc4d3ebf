// Compares two JSON texts as one tree: equal, added, removed, changed and moved values. The texts are not parsed into values, so numbers
// and repeated keys stay as they were sent, and deep nesting does no harm. The time is linear in the length of the texts. Only the
// comparison of lists could take longer, so its time is limited.
import { stringValue } from '../json/scan.js'
import { keyOf } from '../json/path.js'
import { scanJson } from '../json/table-scan.js'
import { JsonTable, type JsonColumns } from '../json/table.js'
import { DifferenceWriter } from './difference-rows.js'
import { matchItems, placesOf } from './list-matching.js'
import { namesOf, type Side } from './list-names.js'
import type { Budget } from './sequence-difference.js'

export interface JsonDifference {
  a: JsonColumns
  b: JsonColumns
  /** See difference-rows.ts. */
  rows: Int32Array
  size: number
  /** Some lists differ too much to align them in order: equal items are paired wherever they are. */
  isRough: boolean
}

/** Undefined if one of them is not JSON, or has more values than a person can look through. */
export function differenceOfJson (a: string, b: string, budget: Budget): JsonDifference | undefined {
  const left = scanJson(a)
  if (isUnfit(left)) return undefined
  const right = scanJson(b)
  if (isUnfit(right)) return undefined
  const identities = new Identities()
  const sideOf = (columns: JsonColumns, text: string): Side => {
    const table = new JsonTable(columns)
    return { table, text, ids: identify(table, text, identities) }
  }
  const { rows, isRough } = new Merge(sideOf(left, a), sideOf(right, b), budget).run()
  return { a: left, b: right, ...rows.finished(), isRough }
}

// A text that is cut off is compared up to its end.
function isUnfit ({ fault, size }: JsonColumns): boolean {
  return size === 0 || fault?.reason === 'large' || fault?.reason === 'wrong'
}

/** A stack of what is still to be written: a pair, a value of one side, or the end of a container. */
type Task = { a: number | undefined, b: number | undefined, depth: number, isMoved: boolean } | { close: number }

class Merge {
  readonly rows = new DifferenceWriter()
  isRough = false
  private readonly a: Side
  private readonly b: Side
  private readonly budget: Budget
  private readonly tasks: Task[] = []

  constructor (a: Side, b: Side, budget: Budget) {
    this.a = a
    this.b = b
    this.budget = budget
  }

  run (): this {
    this.push(this.a.table.isLines || this.b.table.isLines ? this.items(this.a.table.roots, this.b.table.roots, 0) : [pair(0, 0, 0)])
    for (let task = this.tasks.pop(); task; task = this.tasks.pop()) {
      if ('close' in task) this.rows.close(task.close)
      else this.write(task)
    }
    return this
  }

  private write ({ a, b, depth, isMoved }: Exclude<Task, { close: number }>): void {
    if (a === undefined || b === undefined) {
      this.rows.add(a === undefined ? 'added' : 'removed', depth, a, b)
    } else if (this.a.ids[a] === this.b.ids[b]) {
      this.rows.add(isMoved ? 'moved' : 'same', depth, a, b)
    } else if (this.a.table.isContainer(a) && this.a.table.kind(a) === this.b.table.kind(b)) {
      const row = this.rows.add('inside', depth, a, b, isMoved)
      const isList = this.a.table.kind(a) === 'list'
      const [left, right] = [this.a.table.children(a), this.b.table.children(b)]
      this.tasks.push({ close: row })
      this.push(isList ? this.items(left, right, depth + 1) : this.members(left, right, depth + 1))
    } else if (this.a.table.isContainer(a) || this.b.table.isContainer(b)) {
      this.rows.add('removed', depth, a, undefined)
      this.rows.add('added', depth, undefined, b)
    } else {
      this.rows.add('changed', depth, a, b)
    }
  }

  private push (tasks: readonly Task[]): void {
    for (let at = tasks.length - 1; at >= 0; at--) {
      const task = tasks[at]
      if (task) this.tasks.push(task)
    }
  }

  private items (left: number[], right: number[], depth: number): Task[] {
    const names = namesOf(this.a, left, this.b, right)
    const [a, b] = names ?? [left.map(row => this.a.ids[row] ?? 0), right.map(row => this.b.ids[row] ?? 0)]
    const { matches, isRough } = matchItems(a, b, names !== undefined, this.budget)
    this.isRough ||= isRough
    return matches.map(match => ({ a: rowAt(left, match.a), b: rowAt(right, match.b), depth, isMoved: match.isMoved }))
  }

  /**
   * In the order of the later object. `next` goes through the earlier one: before each member of the later object come the removed members
   * up to its partner; before a new one, those up to the next member that stayed, because usually the new one replaced them.
   */
  private members (left: number[], right: number[], depth: number): Task[] {
    const places = placesOf(left.map(row => keyOf(this.a.table, this.a.text, row)))
    const partners = right.map(row => places.get(keyOf(this.b.table, this.b.text, row))?.pop())
    const kept = new Set(partners)
    const tasks: Task[] = []
    let next = 0
    const writeRemovedUpTo = (end: number) => {
      for (; next < end; next++) if (!kept.has(next)) tasks.push({ a: left[next], b: undefined, depth, isMoved: false })
    }
    const nextKept = (from: number) => {
      let at = from
      while (at < left.length && !kept.has(at)) at++
      return at
    }
    right.forEach((row, n) => {
      const partner = partners[n]
      writeRemovedUpTo(partner ?? nextKept(next))
      if (partner === next) next++
      tasks.push({ a: rowAt(left, partner), b: row, depth, isMoved: false })
    })
    writeRemovedUpTo(left.length)
    return tasks
  }
}

function pair (a: number, b: number, depth: number): Task {
  return { a, b, depth, isMoved: false }
}

function rowAt (rows: readonly number[], at: number | undefined): number | undefined {
  return at === undefined ? undefined : rows[at]
}

/** Shared by the two texts that are compared. */
class Identities {
  private readonly ids = new Map<string, number>()

  of (text: string): number {
    const known = this.ids.get(text)
    if (known !== undefined) return known
    this.ids.set(text, this.ids.size)
    return this.ids.size - 1
  }
}

/**
 * Gives each value of the JSON text a number, and returns those of the rows of its table; equal values get the same one. The order of an
 * object's keys is ignored, and numbers are compared as they are written, so that none is rounded. It does not recurse, so deep nesting
 * cannot overflow the stack.
 */
function identify (table: JsonTable, text: string, identities: Identities): Uint32Array {
  const ids = new Uint32Array(table.size)
  // Members come after their container in the table, so the loop runs backwards.
  for (let row = table.size - 1; row >= 0; row--) ids[row] = identities.of(contentOf(table, text, row, ids, identities))
  return ids
}

// The first letter separates the kinds of values.
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

// The order of the values of a repeated key counts: the sort is stable and keeps it.
function membersOf (table: JsonTable, text: string, row: number, ids: Uint32Array, identities: Identities): string {
  const members = table.children(row).map((at): [key: number, value: number] => [identities.of(`k${keyOf(table, text, at)}`), ids[at] ?? 0])
  return members.sort(([a], [b]) => a - b).join()
}
