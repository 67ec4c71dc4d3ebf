// A world (see chaos.ts) on a Redis Cluster, and its faults. The Cluster has three primaries with one replica each, and sessions on every
// shard. A fault affects the shard of a random session, and ends before the next fault starts: if faults overlapped, data that is not
// replicated yet would be lost.
import { keysOf } from '../../src/store/keys.js'
import { newSession } from '../support/client.js'
import { startCluster, type TestCluster } from '../support/cluster.js'
import type { Owner } from '../support/replica.js'
import type { Server } from '../support/server.js'
import { until } from '../support/until.js'
import type { World } from './chaos.js'
import type { Dice } from './dice.js'
import { startReplicas, type Replica } from './replica.js'
import { cutSubscription, forget } from './single.js'

export interface ClusterWorld extends World {
  replicas: Replica[]
  cluster: TestCluster
  /** Deletes all data; resolves with new sessions. */
  beginAnew(): Promise<string[]>
}

const SESSIONS_OF_EACH = 2
const NODE_TIMEOUT_MS = 2000

/** `env` are settings of the replicas. */
export async function startClusterWorld (t: Owner, env: NodeJS.ProcessEnv = {}): Promise<ClusterWorld> {
  const cluster = await startCluster(t, { nodeTimeoutMs: NODE_TIMEOUT_MS, settings: ['--maxmemory', '1gb'] })
  const sessions = async () => (await Promise.all((await cluster.primaries()).map(primary => sessionsOn(cluster, primary)))).flat()
  const replicas = await startReplicas(t, { ...env, REDIS_CLUSTER: cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join() })
  const beginAnew = async () => {
    for (const { client } of await cluster.primaries()) await forget(client)
    return await sessions()
  }
  return { cluster, sessions: await sessions(), replicas, beginAnew }
}

/** Resolves when the successor serves, and the old primary is back as its replica. */
export async function killPrimary (world: ClusterWorld, dice: Dice): Promise<number> {
  const { key, primary } = await anyShard(world, dice)
  await untilInStep(primary, await world.cluster.replicaOf(primary))
  await primary.kill()
  let successor = primary
  await until('the primary is replaced', async () => (successor = await world.cluster.ownerOf(key)) !== primary)
  await primary.restart()
  await untilInStep(successor, primary)
  await untilAgreed(world)
  return 1
}

/** Resolves when the old primary follows the new one. */
export async function failOver (world: ClusterWorld, dice: Dice): Promise<number> {
  const { primary } = await anyShard(world, dice)
  await untilInStep(await world.cluster.failOver(primary), primary)
  await untilAgreed(world)
  return 1
}

/** Moves a slot with its contents while it is used. */
export async function moveSlot (world: ClusterWorld, dice: Dice): Promise<number> {
  const { key, primary } = await anyShard(world, dice)
  const others = (await world.cluster.primaries()).filter(node => node !== primary)
  await world.cluster.migrate(key, dice.anyOf(others))
  await untilAgreed(world)
  return 1
}

/** Closes one subscription connection of the replicas, on a node that has any. */
export async function cutClusterSubscription ({ cluster }: ClusterWorld, dice: Dice): Promise<number> {
  for (const { client } of dice.shuffled(cluster.nodes)) {
    if (await cutSubscription({ redis: client }, dice) > 0) return 1
  }
  return 0
}

async function sessionsOn (cluster: TestCluster, primary: Server): Promise<string[]> {
  const sessions: string[] = []
  while (sessions.length < SESSIONS_OF_EACH) {
    const session = newSession()
    if (await cluster.ownerOf(keysOf(session).meta) === primary) sessions.push(session)
  }
  return sessions
}

async function anyShard ({ cluster, sessions }: ClusterWorld, dice: Dice): Promise<{ key: string, primary: Server }> {
  const key = keysOf(dice.anyOf(sessions)).meta
  return { key, primary: await cluster.ownerOf(key) }
}

// Waits until the replica has everything that the primary had at the start of the wait.
async function untilInStep (primary: Server, replica: Server): Promise<void> {
  await until('the replica follows', async () => (await replica.client.info('replication')).includes('master_link_status:up'))
  const offset = await offsetOf(primary)
  await until('the replica is in step', async () => await offsetOf(replica) >= offset)
}

// A replica that does not know yet that its primary got a slot would not serve that slot after a failover.
async function untilAgreed ({ cluster }: ClusterWorld): Promise<void> {
  await until('every node knows who owns which slots', async () => {
    const views = await Promise.all(cluster.nodes.map(async ({ client }) =>
      (await client.cluster('SLOTS')).map(([from, to, primary]) => `${from}-${to} ${primary![1]}`).sort().join()))
    return new Set(views).size === 1
  })
}

async function offsetOf ({ client }: Server): Promise<number> {
  return Number(/^master_repl_offset:(\d+)/m.exec(await client.info('replication'))?.[1])
}
