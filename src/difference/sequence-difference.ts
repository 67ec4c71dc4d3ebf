// Finds what was added to, and removed from, a sequence of numbers that stand for lines or values. Myers' algorithm is slow if much
// differs, so it is bounded in steps and in time.
import { diffArrays } from 'diff'

export interface Run {
  kind: 'same' | 'removed' | 'added'
  count: number
}

/** The time that is left for searching, shared by all searches of one comparison. */
export interface Budget { leftMs: number }

/** The cost of a step, in time and memory, grows with the number of steps before it. */
const MAX_STEPS = 2_000

/** In order; at each position, removals come before additions. Undefined if too much differs. */
export function runsOf (a: readonly number[], b: readonly number[], budget: Budget): Run[] | undefined {
  const { head, tail } = commonEnds(a, b)
  const [middleA, middleB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)]
  const middle = differenceOf(middleA, middleB, budget)
  if (!middle) return undefined
  return [...runOf('same', head), ...middle, ...runOf('same', tail)]
}

/** Compares only the common ends: everything between them counts as removed in `a` and as added in `b`. */
export function roughRunsOf (a: readonly number[], b: readonly number[]): Run[] {
  const { head, tail } = commonEnds(a, b)
  return [
    ...runOf('same', head), ...runOf('removed', a.length - head - tail), ...runOf('added', b.length - head - tail), ...runOf('same', tail)
  ]
}

function commonEnds (a: readonly number[], b: readonly number[]): { head: number, tail: number } {
  const most = Math.min(a.length, b.length)
  let [head, tail] = [0, 0]
  while (head < most && a[head] === b[head]) head++
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return { head, tail }
}

function differenceOf (a: number[], b: number[], budget: Budget): Run[] | undefined {
  if (a.length === 0 || b.length === 0) return [...runOf('removed', a.length), ...runOf('added', b.length)]
  if (budget.leftMs <= 0) return undefined
  const startedMs = performance.now()
  const changes = diffArrays(a, b, { maxEditLength: MAX_STEPS, timeout: budget.leftMs })
  budget.leftMs -= performance.now() - startedMs
  return changes?.flatMap(({ count, added, removed }) => runOf(added ? 'added' : removed ? 'removed' : 'same', count))
}

function runOf (kind: Run['kind'], count: number): Run[] {
  return count > 0 ? [{ kind, count }] : []
}
