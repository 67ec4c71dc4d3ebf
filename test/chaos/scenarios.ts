// What is broken where, and how often. Each scenario is run for a few seconds by the suite, and for as long as one likes by run.ts.
import type { Owner } from '../support/replica.js'
import { chaos, type Verdict, type World } from './chaos.js'
import { failOver, killPrimary, moveSlot, startClusterWorld } from './cluster.js'
import { anyOf } from './dice.js'
import type { Replica } from './replica.js'
import { cutSubscription, hangRedis, killRedis, startSingle } from './single.js'

/** Exit codes of the replicas that were ended, null where they were killed. */
type Exits = (number | null)[]

export interface Outcome extends Verdict {
  exits: Exits
}

type Run = (t: Owner, seconds: number) => Promise<Outcome>

const scenarios: Record<string, Run> = {
  'replicas are killed': scenario(startSingle, 1000, restartReplica('SIGKILL')),
  'replicas are asked to end': scenario(startSingle, 1000, restartReplica('SIGTERM')),
  'Redis is killed': scenario(startSingle, 20_000, killRedis),
  'Redis hangs': scenario(startSingle, 10_000, hangRedis),
  'subscriptions are cut': scenario(startSingle, 75, cutSubscription),
  'a Cluster primary is killed': scenario(startClusterWorld, 10_000, killPrimary),
  'a planned failover': scenario(startClusterWorld, 3000, failOver),
  'a slot moves': scenario(startClusterWorld, 2000, moveSlot)
}

export const scenarioNames = Object.keys(scenarios)

export async function runScenario (t: Owner, name: string, seconds: number): Promise<Outcome> {
  return await scenarios[name]!(t, seconds)
}

/** Of how to start a world, how often to break it, and how: resolves with how many things were broken. */
function scenario<Place extends World> (
  start: (t: Owner) => Promise<Place>, everyMs: number, breakIt: (world: Place, exits: Exits) => Promise<number>
): Run {
  return async (t, seconds) => {
    const world = await start(t)
    const exits: Exits = []
    const verdict = await chaos(world, { seconds, everyMs, breakSomething: () => breakIt(world, exits) })
    return { ...verdict, exits }
  }
}

function restartReplica (signal: 'SIGKILL' | 'SIGTERM') {
  return async ({ replicas }: { replicas: Replica[] }, exits: Exits) => {
    exits.push(await anyOf(replicas).restart(signal))
    return 1
  }
}
