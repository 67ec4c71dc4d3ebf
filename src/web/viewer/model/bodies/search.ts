// A search within one body, which the toolbar and the view of the body share: the toolbar asks, the view counts and shows.
import { signal, type Signal } from '@preact/signals'

/** More places are not counted: nobody steps through them. */
export const MOST_FOUND = 1_000

export interface Search {
  readonly sought: Signal<string>
  /** How many places the view has found. */
  readonly found: Signal<number>
  /** The place that is shown, from 0. */
  readonly current: Signal<number>
}

export function createSearch (): Search {
  return { sought: signal(''), found: signal(0), current: signal(0) }
}

/** Round and round. */
export function step ({ found, current }: Search, by: number): void {
  const count = found.peek()
  if (count > 0) current.value = (current.peek() + by + count) % count
}

/** For a view: tells how many places it found. The first one is shown. */
export function tell (search: Search, found: number): void {
  if (search.found.peek() !== found) search.found.value = found
  if (search.current.peek() >= Math.max(1, found)) search.current.value = 0
}
