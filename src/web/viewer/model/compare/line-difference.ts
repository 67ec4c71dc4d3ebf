// Compares two texts by their lines.
import { roughRunsOf, runsOf, type Budget, type Run } from '../../../../difference/sequence-difference.js'

export interface LineDifference {
  runs: Run[]
  /** The offset at which each line begins; and, after the last line, the offset at which one more line would begin. */
  a: Uint32Array
  b: Uint32Array
  /** Too much differs: only the common beginning and end are known. */
  isRough: boolean
}

/** More lines than a person can look through. */
const MAX_LINES = 500_000

/** Undefined if there are too many lines. */
export function differenceOfLines (a: string, b: string, budget: Budget): LineDifference | undefined {
  const [left, right] = [lineStarts(a), lineStarts(b)]
  if (!left || !right) return undefined
  const ids = new Map<string, number>()
  const [linesA, linesB] = [identified(a, left, ids), identified(b, right, ids)]
  const runs = runsOf(linesA, linesB, budget)
  return { runs: runs ?? roughRunsOf(linesA, linesB), a: left, b: right, isRough: !runs }
}

/** The text of a line, without its line break. */
export function lineAt (text: string, starts: Uint32Array, line: number): string {
  const [start = 0, end = 0] = [starts[line], starts[line + 1]]
  const behind = end - 1
  return text.slice(start, text.charAt(behind - 1) === '\r' && behind > start ? behind - 1 : behind)
}

function lineStarts (text: string): Uint32Array | undefined {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1)
    if (starts.length > MAX_LINES) return undefined
  }
  // A line break at the end of the text begins no new line.
  if (starts.at(-1) !== text.length) starts.push(text.length + 1)
  return Uint32Array.from(starts)
}

function identified (text: string, starts: Uint32Array, ids: Map<string, number>): number[] {
  return Array.from({ length: starts.length - 1 }, (_, line) => {
    const content = lineAt(text, starts, line)
    const id = ids.get(content) ?? ids.size
    ids.set(content, id)
    return id
  })
}
