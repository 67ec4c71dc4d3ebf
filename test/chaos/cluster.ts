// A world on a Redis Cluster of three primaries with a replica each, sessions on every shard; and what can be broken there. The
// shard of any of the sessions is broken, and whole again before the next break: what is not replicated yet would be lost.
import { keysOf } from '../../src/store/keys.js'
import { newSession } from '../support/client.js'
import { startCluster, type TestCluster } from '../support/cluster.js'
import type { Owner } from '../support/replica.js'
import type { Server } from '../support/server.js'
import { until } from '../support/until.js'
import type { World } from './chaos.js'
import { anyOf } from './dice.js'
import { startReplicas, type Replica } from './replica.js'

export interface ClusterWorld extends World {
  replicas: Replica[]
  cluster: TestCluster
}

const SESSIONS_OF_EACH = 2
const NODE_TIMEOUT_MS = 2000

export async function startClusterWorld (t: Owner): Promise<ClusterWorld> {
  const cluster = await startCluster(t, { nodeTimeoutMs: NODE_TIMEOUT_MS, settings: ['--maxmemory', '1gb'] })
  const sessions = await Promise.all((await cluster.primaries()).map(primary => sessionsOn(cluster, primary)))
  const replicas = await startReplicas(t, { REDIS_CLUSTER: cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join() })
  return { cluster, sessions: sessions.flat(), replicas }
}

/** Resolves when its successor serves, and it is back as the successor's replica. */
export async function killPrimary (world: ClusterWorld): Promise<number> {
  const { key, primary } = await anyShard(world)
  await untilInStep(primary, await world.cluster.replicaOf(primary))
  await primary.kill()
  let successor = primary
  await until('the primary is replaced', async () => (successor = await world.cluster.ownerOf(key)) !== primary)
  await primary.restart()
  await untilInStep(successor, primary)
  return 1
}

/** Resolves when the old primary follows the new one. */
export async function failOver (world: ClusterWorld): Promise<number> {
  const { primary } = await anyShard(world)
  await untilInStep(await world.cluster.failOver(primary), primary)
  return 1
}

/** With all that is in it, while it is used. */
export async function moveSlot (world: ClusterWorld): Promise<number> {
  const { key, primary } = await anyShard(world)
  const others = (await world.cluster.primaries()).filter(node => node !== primary)
  await world.cluster.migrate(key, anyOf(others))
  return 1
}

async function sessionsOn (cluster: TestCluster, primary: Server): Promise<string[]> {
  const sessions: string[] = []
  while (sessions.length < SESSIONS_OF_EACH) {
    const session = newSession()
    if (await cluster.ownerOf(keysOf(session).meta) === primary) sessions.push(session)
  }
  return sessions
}

async function anyShard ({ cluster, sessions }: ClusterWorld): Promise<{ key: string, primary: Server }> {
  const key = keysOf(anyOf(sessions)).meta
  return { key, primary: await cluster.ownerOf(key) }
}

// It has at least what the primary had when the question was asked.
async function untilInStep (primary: Server, replica: Server): Promise<void> {
  await until('the replica follows', async () => (await replica.client.info('replication')).includes('master_link_status:up'))
  const offset = await offsetOf(primary)
  await until('the replica is in step', async () => await offsetOf(replica) >= offset)
}

async function offsetOf ({ client }: Server): Promise<number> {
  return Number(/^master_repl_offset:(\d+)/m.exec(await client.info('replication'))?.[1])
}
