// The differences between two JSON bodies, as the tools report them. They are computed as in the viewer (src/difference): list items are
// paired by the members that identify them, and numbers are compared as they were written.
import { DifferenceRows } from '../../difference/difference-rows.js'
import { differenceOfJson, type JsonDifference } from '../../difference/json-difference.js'
import { jsonOf } from '../../exchange/json-body.js'
import { keyOf, pathOf } from '../../json/path.js'
import { JsonTable } from '../../json/table.js'
import { reportOf, shortPath, short, WrittenValue, type DifferenceKind, type Values } from './reported-differences.js'

/** In characters. */
const MAX_BODY_LENGTH = 32 * 1024 * 1024
/** The time limit for pairing list items. The rest takes a time that grows only with the length of the bodies. */
const MAX_PAIRING_MS = 2_000
const ROUGH = 'lists differ too much to align them in order: equal items are matched at any position'

interface Side { table: JsonTable, text: string }
/** `a`, `b`: rows of the tables; undefined if that side does not have the value. */
interface ValueDifference { kind: DifferenceKind | undefined, a: number | undefined, b: number | undefined }

/** `same` if they differ only as texts; undefined if one of them is not a list or object, is not valid JSON, or is too long. */
export function jsonDifferences (a: string, b: string): Values | 'same' | undefined {
  if (Math.max(a.length, b.length) > MAX_BODY_LENGTH) return undefined
  const difference = differenceOfJson(a, b, { leftMs: MAX_PAIRING_MS })
  if (!difference) return undefined
  const [left, right] = [{ table: new JsonTable(difference.a), text: a }, { table: new JsonTable(difference.b), text: b }]
  if (!isWhole(left.table) || !isWhole(right.table)) return undefined
  const values = reportOf(foundIn(difference, left, right), ({ kind, a, b }) => {
    const [from, to] = [placeOf(left, a), placeOf(right, b)]
    return {
      path: to ?? from ?? '',
      ...kind && { kind },
      ...from !== undefined && to !== undefined && from !== to && { was: from },
      ...a !== undefined && kind !== 'moved' && { a: valueOf(left, a) },
      ...b !== undefined && kind !== 'moved' && { b: valueOf(right, b) }
    }
  })
  return values ? { ...values, ...difference.isRough && { remark: ROUGH } } : 'same'
}

// If a body breaks off, its missing rest would look as if it had been removed.
function isWhole (table: JsonTable): boolean {
  return table.fault === undefined && table.isContainer(0)
}

function foundIn (difference: JsonDifference, left: Side, right: Side): ValueDifference[] {
  const rows = new DifferenceRows(difference)
  const found: ValueDifference[] = []
  for (let row = 0; row < rows.size; row++) {
    const [sign, a, b] = [rows.sign(row), rows.a(row), rows.b(row)]
    if (rows.isMoved(row)) found.push({ kind: 'moved', a, b })
    if (sign === 'added') found.push({ kind: 'added', a: undefined, b })
    if (sign === 'changed') found.push({ kind: left.table.kind(a) === right.table.kind(b) ? undefined : 'type', a, b })
    if (sign !== 'removed') continue
    const isPair = row + 1 < rows.size && rows.sign(row + 1) === 'added' && rows.depth(row + 1) === rows.depth(row)
    const next = isPair ? rows.b(row + 1) : undefined
    const isReplaced = next !== undefined && isOtherKind(left, a, right, next)
    found.push(isReplaced ? { kind: 'type', a, b: next } : { kind: 'removed', a, b: undefined })
    if (isReplaced) row++
  }
  return found
}

/** Whether both have the same name, but different kinds, and at least one of them is a list or an object. */
function isOtherKind (left: Side, a: number, right: Side, b: number): boolean {
  return keyOf(left.table, left.text, a) === keyOf(right.table, right.text, b) &&
    left.table.kind(a) !== right.table.kind(b) && (left.table.isContainer(a) || right.table.isContainer(b))
}

/** The path in the syntax of filters: `items[0].price`. */
function placeOf ({ table, text }: Side, row: number | undefined): string | undefined {
  return row === undefined ? undefined : shortPath(pathOf(table, text, row).replace(/^\$\.?(?=.)/, ''))
}

function valueOf (side: Side, row: number): unknown {
  const source = sourceOf(side, row)
  const value = jsonOf(source)
  return short(value === undefined || changesNumbers(side, row) ? new WrittenValue(withoutSpaces(source)) : value)
}

function sourceOf ({ table, text }: Side, row: number): string {
  return text.slice(table.start(row), table.end(row))
}

/** Whether JavaScript would round, or write differently, a number of this value. */
function changesNumbers (side: Side, row: number): boolean {
  const { table } = side
  for (let inner = row; inner < table.next(row); inner++) {
    if (table.kind(inner) !== 'number') continue
    const source = sourceOf(side, inner)
    if (String(Number(source)) !== source) return true
  }
  return false
}

/** The same JSON without spaces and line ends between its values. */
function withoutSpaces (json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}
