// The faults of each world (see chaos.ts), and how often each happens. Chaos scenarios inject one kind of fault, a soak injects all kinds
// in one run.
import { cutClusterSubscription, failOver, killPrimary, moveSlot, type ClusterWorld } from './cluster.js'
import type { Dice } from './dice.js'
import type { Replica } from './replica.js'
import { cutSubscription, hangRedis, killRedis, type SingleWorld } from './single.js'

/** The exit codes of the replicas that were ended; null if they were killed. */
export type Exits = (number | null)[]

export interface Fault<World> {
  /** The time between two faults if only this kind is injected. */
  everyMs: number
  /** The number of faults of this kind for each of the rarest kind, if all kinds are injected. */
  share: number
  /** When the next fault may follow, resolves with the number of things that broke. */
  breakIt: (world: World, dice: Dice, exits: Exits) => Promise<number>
}

const replicaFaults: Record<string, Fault<{ replicas: Replica[] }>> = {
  'replicas are killed': { everyMs: 1000, share: 2, breakIt: restartReplica('SIGKILL') },
  'replicas are asked to end': { everyMs: 1000, share: 1, breakIt: restartReplica('SIGTERM') }
}

export const singleFaults: Record<string, Fault<SingleWorld>> = {
  ...replicaFaults,
  'Redis is killed': { everyMs: 20_000, share: 2, breakIt: killRedis },
  'Redis hangs': { everyMs: 10_000, share: 1, breakIt: hangRedis },
  'subscriptions are cut': { everyMs: 75, share: 5, breakIt: cutSubscription }
}

export const clusterFaults: Record<string, Fault<ClusterWorld>> = {
  ...replicaFaults,
  'a Cluster primary is killed': { everyMs: 10_000, share: 1, breakIt: killPrimary },
  'a planned failover': { everyMs: 3000, share: 3, breakIt: failOver },
  'a slot moves': { everyMs: 2000, share: 3, breakIt: moveSlot },
  'subscriptions are cut': { everyMs: 75, share: 4, breakIt: cutClusterSubscription }
}

function restartReplica (signal: 'SIGKILL' | 'SIGTERM'): Fault<{ replicas: Replica[] }>['breakIt'] {
  return async ({ replicas }, dice, exits) => {
    exits.push(await dice.anyOf(replicas).restart(signal))
    return 1
  }
}
