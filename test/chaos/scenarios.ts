// One kind of fault each. A scenario is run for a few seconds by the suite, and for as long as one likes by run.ts.
import type { Owner } from '../support/replica.js'
import { chaos, type World } from './chaos.js'
import { startClusterWorld } from './cluster.js'
import { Dice } from './dice.js'
import { clusterFaults, singleFaults, type Exits, type Fault } from './faults.js'
import { startSingle } from './single.js'
import type { Verdict } from './verdict.js'

export interface Outcome extends Verdict {
  exits: Exits
}

type Run = (t: Owner, seconds: number) => Promise<Outcome>

// What breaks in both worlds is broken in the single one.
const scenarios: Record<string, Run> = { ...allOf(startClusterWorld, clusterFaults), ...allOf(startSingle, singleFaults) }

export const scenarioNames = [...new Set([...Object.keys(singleFaults), ...Object.keys(clusterFaults)])]

export async function runScenario (t: Owner, name: string, seconds: number): Promise<Outcome> {
  return await scenarios[name]!(t, seconds)
}

function allOf<Place extends World> (start: (t: Owner) => Promise<Place>, faults: Record<string, Fault<Place>>): Record<string, Run> {
  return Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, scenario(start, fault)]))
}

function scenario<Place extends World> (start: (t: Owner) => Promise<Place>, { everyMs, breakIt }: Fault<Place>): Run {
  return async (t, seconds) => {
    const world = await start(t)
    const exits: Exits = []
    const dice = new Dice()
    const verdict = await chaos(world, { seconds, everyMs, breakSomething: () => breakIt(world, dice, exits) })
    return { ...verdict, exits }
  }
}
