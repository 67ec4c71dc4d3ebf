// The lines that show two texts together: the differences with a few equal lines around them; the other equal lines are folded and counted.
import type { LineDifference } from './line-difference.js'

export interface TextLine {
  sign: 'same' | 'added' | 'removed' | 'fold'
  /** The numbers of the line, from 0; -1 if the line is not on that side. For a fold, the numbers of its first line. */
  a: number
  b: number
  /** The line on the other side that it was changed from, or changed to; -1 if there is none. */
  partner: number
  /** How many lines a fold hides. */
  count: number
  isOpen: boolean | undefined
}

const LINES_AROUND = 3
/** More lines than a person scrolls through. */
export const MAX_LINES = 50_000

/** `open`: the numbers, on the later side, of the first lines of the folds that are open. */
export function textLines ({ runs }: LineDifference, open: ReadonlySet<number>): TextLine[] {
  const lines: TextLine[] = []
  let [a, b] = [0, 0]
  runs.forEach(({ kind, count }, n) => {
    if (kind === 'same') addSame(lines, { a, b, count, isFirst: n === 0, isLast: n === runs.length - 1 }, open)
    else addDiffering(lines, { kind, a, b, count, before: runs[n - 1], after: runs[n + 1] })
    if (kind !== 'added') a += count
    if (kind !== 'removed') b += count
  })
  return lines
}

interface Same { a: number, b: number, count: number, isFirst: boolean, isLast: boolean }

function addSame (lines: TextLine[], { a, b, count, isFirst, isLast }: Same, open: ReadonlySet<number>): void {
  const [head, tail] = [isFirst ? 0 : LINES_AROUND, isLast ? 0 : LINES_AROUND]
  const folded = count - head - tail
  const add = (from: number, to: number) => {
    for (let n = from; n < to && lines.length < MAX_LINES; n++) {
      lines.push({ sign: 'same', a: a + n, b: b + n, partner: -1, count: 0, isOpen: undefined })
    }
  }
  if (folded < 2) return add(0, count)
  add(0, head)
  const isOpen = open.has(b + head)
  lines.push({ sign: 'fold', a: a + head, b: b + head, partner: -1, count: folded, isOpen })
  if (isOpen) add(head, head + folded)
  add(count - tail, count)
}

interface Differing { kind: 'added' | 'removed', a: number, b: number, count: number, before: Neighbor, after: Neighbor }
type Neighbor = { kind: string, count: number } | undefined

// If as many lines were added as were removed at the same position, each counts as changed into its counterpart.
function addDiffering (lines: TextLine[], { kind, a, b, count, before, after }: Differing): void {
  const isPaired = kind === 'removed'
    ? after?.kind === 'added' && after.count === count
    : before?.kind === 'removed' && before.count === count
  for (let n = 0; n < count && lines.length < MAX_LINES; n++) {
    if (kind === 'removed') lines.push({ sign: kind, a: a + n, b: -1, partner: isPaired ? b + n : -1, count: 0, isOpen: undefined })
    else lines.push({ sign: kind, a: -1, b: b + n, partner: isPaired ? a - count + n : -1, count: 0, isOpen: undefined })
  }
}
