// Each scenario injects one kind of fault. The suite runs a scenario for a few seconds, run.ts for any time.
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

// Faults that exist in both worlds are injected in the single one.
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
