// A real Redis Cluster on loopback, set up node by node, whose nodes can fail over, crash and be resharded.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RedisAddress } from '../../src/config.js'
import { SLOTS, slotOf } from '../../src/redis/slot.js'
import { temporaryFolder } from './redis.js'
import type { Owner } from './replica.js'
import { CONF, freePorts, startServer, type Server } from './server.js'
import { until } from './until.js'

export interface ClusterOptions {
  primaries?: number
  /** The total number; they are distributed over the primaries. */
  replicas?: number
  /** How long a node may be silent before the others consider it failed. */
  nodeTimeoutMs?: number
  settings?: string[]
}

export interface TestCluster {
  address: RedisAddress
  nodes: Server[]
  /** The primaries according to the running nodes. */
  primaries (): Promise<Server[]>
  /** The primary that owns the key, according to the running nodes. */
  ownerOf (key: string): Promise<Server>
  replicaOf (primary: Server): Promise<Server>
  /** A planned failover; resolves with the new primary once the old one follows it. */
  failOver (primary: Server): Promise<Server>
  /** Moves the key's slot with its contents. */
  migrate (key: string, to: Server): Promise<void>
}

// Redis silently gives up a planned failover after 5 s, for example if a vote was missed. Then it must be requested again.
const FAILOVER_GIVEN_UP_MS = 6000

export async function startCluster (t: Owner, options: ClusterOptions = {}): Promise<TestCluster> {
  const { primaries = 3, replicas = 3, nodeTimeoutMs = 2000, settings = [] } = options
  const nodes = await startNodes(t, primaries + replicas, ['--cluster-node-timeout', String(nodeTimeoutMs), ...settings])
  await form(nodes, primaries)
  const byPort = (port: number) => nodes.find(node => node.port === port)!
  const ranges = async () => {
    const slots = await nodes.find(({ alive }) => alive)!.client.cluster('SLOTS')
    return slots.map(([from, to, primary]) => ({ from, to, owner: byPort(primary![1]) }))
  }

  const cluster: TestCluster = {
    address: { kind: 'cluster', nodes: nodes.map(({ port }) => `127.0.0.1:${port}`) },
    nodes,
    primaries: async () => [...new Set((await ranges()).map(({ owner }) => owner))],
    ownerOf: async key => {
      const slot = slotOf(key)
      return (await ranges()).find(({ from, to }) => from <= slot && slot <= to)!.owner
    },
    replicaOf: async primary => {
      const [, , [[, port]]] = await primary.client.role() as unknown as [string, number, [[string, string]]]
      return byPort(Number(port))
    },
    failOver: async primary => {
      const replica = await cluster.replicaOf(primary)
      let askedMs = -Infinity
      await until('the old primary follows the new one', async () => {
        if (await roleOf(primary) === 'slave') return true
        if (Date.now() - askedMs > FAILOVER_GIVEN_UP_MS) {
          askedMs = Date.now()
          await replica.client.cluster('FAILOVER')
        }
        return false
      }, 60_000)
      return replica
    },
    migrate: async (key, to) => { await migrate(slotOf(key), await cluster.ownerOf(key), to, nodes) }
  }
  return cluster
}

async function startNodes (t: Owner, count: number, settings: string[]): Promise<Server[]> {
  const dir = await temporaryFolder(t)
  const ports = await freePorts(2 * count)
  const busPorts = ports.splice(count)
  return await Promise.all(ports.map(async (port, i) => {
    const own = join(dir, String(port))
    await mkdir(own)
    return await startServer(t, port, [CONF, '--port', String(port), '--cluster-port', String(busPorts[i]), '--dir', own,
      '--cluster-enabled', 'yes', '--cluster-require-full-coverage', 'no', '--repl-diskless-sync-delay', '0',
      '--repl-ping-replica-period', '1', ...settings])
  }))
}

async function form (nodes: Server[], primaries: number): Promise<void> {
  const ids = await Promise.all(nodes.map(idOf))
  await Promise.all(nodes.map(({ client }, i) => client.cluster('SET-CONFIG-EPOCH', i + 1)))
  const share = Math.ceil(SLOTS / primaries)
  await Promise.all(nodes.slice(0, primaries).map(({ client }, i) =>
    client.call('CLUSTER', 'ADDSLOTSRANGE', i * share, Math.min((i + 1) * share, SLOTS) - 1)))
  for (const other of nodes.slice(1)) {
    await nodes[0]!.client.call('CLUSTER', 'MEET', '127.0.0.1', other.port, await busPortOf(other))
  }
  await until('every node knows every node', async () => (await Promise.all(nodes.map(knownBy))).every(known => known === nodes.length))
  await Promise.all(nodes.slice(primaries).map(({ client }, i) => client.cluster('REPLICATE', ids[i % primaries]!)))
  await until('every replica is in step', async () =>
    (await Promise.all(nodes.slice(primaries).map(({ client }) => client.info('replication')))).every(info =>
      info.includes('master_link_status:up')))
  await until('every node says that all is well', async () =>
    (await Promise.all(nodes.map(({ client }) => client.call('CLUSTER', 'INFO')))).every(info =>
      /cluster_state:ok[^]*cluster_slots_ok:16384/.test(String(info))))
  await until('every node knows the replicas', async () =>
    (await Promise.all(nodes.map(({ client }) => client.call('CLUSTER', 'NODES')))).every(text =>
      String(text).match(/\bslave\b/g)?.length === nodes.length - primaries || nodes.length === primaries))
}

async function migrate (slot: number, from: Server, to: Server, nodes: Server[]): Promise<void> {
  const [fromId, toId] = [await idOf(from), await idOf(to)]
  await to.client.cluster('SETSLOT', slot, 'IMPORTING', fromId)
  await from.client.cluster('SETSLOT', slot, 'MIGRATING', toId)
  for (;;) {
    const keys = await from.client.cluster('GETKEYSINSLOT', slot, 100)
    if (keys.length === 0) break
    await from.client.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5000, 'KEYS', ...keys)
  }
  for (const { client } of [to, from, ...nodes.filter(node => node.alive && node !== to && node !== from)]) {
    // Replicas learn it by themselves, and reject the command.
    await client.cluster('SETSLOT', slot, 'NODE', toId).catch(() => undefined)
  }
}

async function idOf ({ client }: Server): Promise<string> {
  return await client.cluster('MYID')
}

async function busPortOf ({ client }: Server): Promise<string> {
  const [, port] = await client.config('GET', 'cluster-port') as [string, string]
  return port
}

async function knownBy ({ client }: Server): Promise<number> {
  return Number(/cluster_known_nodes:(\d+)/.exec(String(await client.call('CLUSTER', 'INFO')))?.[1])
}

async function roleOf ({ client }: Server): Promise<string> {
  const [role] = await client.role() as unknown as [string]
  return role
}
