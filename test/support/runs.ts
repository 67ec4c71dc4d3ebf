// How often a property is tested. `npm test` sets a limit to be fast; `npm run check` sets none.

const MOST_RUNS = Number(process.env.EARSHOT_TEST_RUNS ?? Infinity)
if (!(MOST_RUNS >= 1)) throw new Error('EARSHOT_TEST_RUNS limits the runs of each property: 1, 200, Infinity')

/** Whether nothing is left out. */
export const isWhole = MOST_RUNS === Infinity

/** Returns `wanted`, or the limit if that is smaller. */
export function runs (wanted: number): number {
  return Math.min(wanted, MOST_RUNS)
}
