// The path of a value in a JSON text, for links: `$.data[3].id`, `$["a.b"]`. If a key is repeated, the path means its first value. In a
// text with one value per line, the first step is the line: `$[2].id`.
import { stringValue } from './scan.js'
import type { JsonTable } from './table.js'

export function pathOf (table: JsonTable, text: string, row: number): string {
  const steps: string[] = []
  for (let at = row; at >= 0; at = table.parent(at)) {
    const isStep = table.parent(at) >= 0 || table.isLines
    if (isStep) steps.push(table.keyEnd(at) > 0 ? nameStep(keyOf(table, text, at)) : `[${table.place(at)}]`)
  }
  return `$${steps.reverse().join('')}`
}

/** Undefined if no row has this path. */
export function rowOf (table: JsonTable, text: string, path: string): number | undefined {
  const steps = readSteps(path)
  if (!steps || table.size === 0) return undefined
  let [from, end] = table.isLines ? [0, table.size] : [1, table.next(0)]
  let row = 0
  for (const step of steps) {
    const found = childAt(table, text, from, end, step)
    if (found === undefined) return undefined
    row = found
    from = row + 1
    end = table.next(row)
    if (!table.isContainer(row)) end = from
  }
  return row
}

/** The key with its escapes decoded. */
export function keyOf (table: JsonTable, text: string, row: number): string {
  return stringValue(text, table.keyStart(row), table.keyEnd(row) - 1)
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u
const STEP = /\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/uy

function nameStep (name: string): string {
  return NAME.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

/** Keys are strings, indexes are numbers. Undefined if the text is not a path. */
function readSteps (path: string): (string | number)[] | undefined {
  const steps: (string | number)[] = []
  let at = path.startsWith('$') ? 1 : path.length + 1
  while (at < path.length) {
    STEP.lastIndex = at
    const [step, name, place, quoted] = STEP.exec(path) ?? []
    if (step === undefined) return undefined
    steps.push(place === undefined ? name ?? stringValue(quoted ?? '""', 0, (quoted ?? '""').length - 1) : Number(place))
    at += step.length
  }
  return at === path.length ? steps : undefined
}

function childAt (table: JsonTable, text: string, from: number, end: number, step: string | number): number | undefined {
  for (let row = from; row < end; row = table.next(row)) {
    const hasKey = table.keyEnd(row) > 0
    if (typeof step === 'number' ? !hasKey && table.place(row) === step : hasKey && keyOf(table, text, row) === step) return row
  }
  return undefined
}
