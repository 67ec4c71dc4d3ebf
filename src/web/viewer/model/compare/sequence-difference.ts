// What was put into, and taken out of, a sequence of numbers that stand for lines or values. By Myers' algorithm, which takes long where
// much differs: so it is bounded in steps and in time.
import { diffArrays } from 'diff'

export interface Run {
  kind: 'same' | 'removed' | 'added'
  count: number
}

/** How long may be searched yet, of all that share it. */
export interface Budget { leftMs: number }

/** Each step costs as many more as there were before it, in time and in memory. */
const MOST_STEPS = 2_000

/** In order; what differs at one place is removed first. Undefined where there is too much of it. */
export function runsOf (a: readonly number[], b: readonly number[], budget: Budget): Run[] | undefined {
  const { head, tail } = commonEnds(a, b)
  const [middleA, middleB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)]
  const middle = differenceOf(middleA, middleB, budget)
  if (!middle) return undefined
  return [...runOf('same', head), ...middle, ...runOf('same', tail)]
}

/** As few as are seen by their ends alone: all between them removed, and all that is there now added. */
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
  const changes = diffArrays(a, b, { maxEditLength: MOST_STEPS, timeout: budget.leftMs })
  budget.leftMs -= performance.now() - startedMs
  return changes?.flatMap(({ count, added, removed }) => runOf(added ? 'added' : removed ? 'removed' : 'same', count))
}

function runOf (kind: Run['kind'], count: number): Run[] {
  return count > 0 ? [{ kind, count }] : []
}
