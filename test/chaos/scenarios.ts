// Each scenario injects one kind of fault. The test suite runs each scenario for a few seconds; run.ts runs it for any given time.
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

type Run = (seconds: number) => Promise<Outcome>

export const scenarioNames = [...new Set([...Object.keys(singleFaults), ...Object.keys(clusterFaults)])]

/**
 * Returns a function that runs a scenario by its name. All scenarios of a kind of world share one, which starts with the first of them;
 * each gets sessions of its own, without data of those before. `t`: its end also ends the worlds.
 */
export function scenariosIn (t: Owner): (name: string, seconds: number) => Promise<Outcome> {
  // Faults that exist in both worlds are injected in the single one.
  const scenarios = {
    ...allOf(async () => await startClusterWorld(t), clusterFaults), ...allOf(async () => await startSingle(t), singleFaults)
  }
  return async (name, seconds) => await scenarios[name]!(seconds)
}

interface Anew extends World {
  beginAnew(): Promise<string[]>
}

function allOf<Place extends Anew> (start: () => Promise<Place>, faults: Record<string, Fault<Place>>): Record<string, Run> {
  let started: Promise<Place> | undefined
  const placeOf = async () => {
    const isFirst = started === undefined
    const world = await (started ??= start())
    return isFirst ? world : { ...world, sessions: await world.beginAnew() }
  }
  return Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, scenario(placeOf, fault)]))
}

function scenario<Place extends World> (placeOf: () => Promise<Place>, { everyMs, breakIt }: Fault<Place>): Run {
  return async seconds => {
    const world = await placeOf()
    const exits: Exits = []
    const dice = new Dice()
    const verdict = await chaos(world, { seconds, everyMs, breakSomething: () => breakIt(world, dice, exits) })
    return { ...verdict, exits }
  }
}
