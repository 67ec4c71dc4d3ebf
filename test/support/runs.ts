// To be fast, `npm test` and `.ci/run` limit the number of runs of each property test, and leave out some cases. `npm run check` leaves
// nothing out.

const MAX_RUNS = Number(process.env.EARSHOT_TEST_RUNS ?? Infinity)
if (!(MAX_RUNS >= 1)) throw new Error('EARSHOT_TEST_RUNS limits the runs of each property: 1, 200, Infinity')

/** Whether nothing is left out. If not, a test that repeats a case in many ways takes only some of them. */
export const isWhole = MAX_RUNS === Infinity

/** Returns `wanted`, or the limit if that is smaller. */
export function runs (wanted: number): number {
  return Math.min(wanted, MAX_RUNS)
}

/** Returns all cases if nothing is left out; otherwise the first of each `every` cases. */
export function sampled<Case> (cases: readonly Case[], every: number): readonly Case[] {
  return isWhole ? cases : cases.filter((_, n) => n % every === 0)
}
