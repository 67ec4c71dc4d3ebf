// Pairs the items of two lists by their names (the values of the member that identifies an item, such as `id`; list-names.ts finds it), or
// by their content if no member does. Pairs keep the order as far as possible, so that one inserted item is one difference. Remaining items
// without names are paired by position.
import { runsOf, type Budget, type Run } from './sequence-difference.js'

/** Positions in the two lists; undefined if the item is on one side only. */
export interface Match {
  a: number | undefined
  b: number | undefined
  /** Whether its position among the others has changed. */
  isMoved: boolean
}

export interface Matching {
  matches: Match[]
  /** The lists differ too much to align them in order. */
  isRough: boolean
}

/** `a` and `b`: a number for each item, equal for equal items. `isNamed`: the numbers stand for names, so items with different numbers
 * are never paired. */
export function matchItems (a: readonly number[], b: readonly number[], isNamed: boolean, budget: Budget): Matching {
  const runs = runsOf(a, b, budget)
  return runs ? { matches: inOrder(a, b, runs, isNamed), isRough: false } : { matches: unordered(a, b), isRough: true }
}

function inOrder (a: readonly number[], b: readonly number[], runs: readonly Run[], isNamed: boolean): Match[] {
  const [gone, come] = leftOver(runs)
  const moved = movedOf(a, b, gone, come)
  const matches: Match[] = []
  let [atA, atB] = [0, 0]
  let hunk: { a: number[], b: number[] } = { a: [], b: [] }
  const close = () => {
    // One by one: a call cannot take as many arguments as a list may have items.
    for (const match of matchHunk(hunk, moved, isNamed)) matches.push(match)
    hunk = { a: [], b: [] }
  }
  for (const { kind, count } of runs) {
    if (kind === 'same') close()
    for (let n = 0; n < count; n++) {
      if (kind === 'same') matches.push({ a: atA++, b: atB++, isMoved: false })
      else if (kind === 'removed') hunk.a.push(atA++)
      else hunk.b.push(atB++)
    }
  }
  close()
  return matches
}

interface Moved { from: Set<number>, to: Map<number, number> }

function matchHunk ({ a, b }: { a: number[], b: number[] }, moved: Moved, isNamed: boolean): Match[] {
  const gone = a.filter(at => !moved.from.has(at))
  const come = b.filter(at => !moved.to.has(at))
  const pairs = isNamed ? 0 : Math.min(gone.length, come.length)
  const partners = new Map(come.slice(0, pairs).map((at, n) => [at, gone[n]]))
  return [
    ...gone.slice(pairs).map(at => ({ a: at, b: undefined, isMoved: false })),
    ...b.map(at => ({ a: moved.to.get(at) ?? partners.get(at), b: at, isMoved: moved.to.has(at) }))
  ]
}

function leftOver (runs: readonly Run[]): [number[], number[]] {
  const [gone, come]: [number[], number[]] = [[], []]
  let [atA, atB] = [0, 0]
  for (const { kind, count } of runs) {
    for (let n = 0; n < count; n++) {
      if (kind !== 'added') { if (kind === 'removed') gone.push(atA); atA++ }
      if (kind !== 'removed') { if (kind === 'added') come.push(atB); atB++ }
    }
  }
  return [gone, come]
}

// Pairs items that were removed at one position and added at another.
function movedOf (a: readonly number[], b: readonly number[], gone: readonly number[], come: readonly number[]): Moved {
  const places = placesOf(a, gone)
  const moved: Moved = { from: new Set(), to: new Map() }
  for (const at of come) {
    const from = places.get(b[at] ?? -1)?.pop()
    if (from === undefined) continue
    moved.from.add(from)
    moved.to.set(at, from)
  }
  return moved
}

/** Pairs equal items, wherever they are. */
function unordered (a: readonly number[], b: readonly number[]): Match[] {
  const places = placesOf(a)
  const matches: Match[] = b.map((value, at) => ({ a: places.get(value)?.pop(), b: at, isMoved: false }))
  const found = new Set(matches.map(match => match.a))
  return [...matches, ...a.flatMap((_, at) => found.has(at) ? [] : [{ a: at, b: undefined, isMoved: false }])]
}

/** The positions of each value, the last one first; only positions in `among` count. */
export function placesOf<Value> (values: readonly Value[], among: readonly number[] = values.map((_, at) => at)): Map<Value, number[]> {
  const places = new Map<Value, number[]>()
  for (const at of among.toReversed()) {
    const value = values[at]
    if (value === undefined) continue
    const known = places.get(value)
    if (known) known.push(at)
    else places.set(value, [at])
  }
  return places
}
