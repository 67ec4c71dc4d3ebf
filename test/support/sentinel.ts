// A primary and its replicas on loopback, with three Sentinels.
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { RedisAddress } from '../../src/config.js'
import { temporaryFolder } from './redis.js'
import { CONF, freePorts, startServer, type Server } from './server.js'
import { until } from './until.js'

export interface TestSentinels {
  address: RedisAddress
  /** The first one is the initial primary. */
  servers: Server[]
  sentinels: Server[]
  /** The primary according to the Sentinels. */
  primary (): Promise<Server>
  /**
   * Promotes a replica, as a careful operator would: the Sentinels take seconds to announce the new primary, and writes to the old one
   * would be lost in the meantime, so it is paused first.
   */
  failOver (): Promise<void>
}

const NAME = 'earshot'

/** `downAfterMs` is how long a primary may be silent before it is replaced. */
export async function startSentinels (t: Test, { replicas = 3, downAfterMs = 2000 } = {}): Promise<TestSentinels> {
  const dir = await temporaryFolder(t)
  const sentinelPorts = await freePorts(3 + 1 + replicas)
  const serverPorts = sentinelPorts.splice(3)
  const [first] = serverPorts as [number]
  const servers = await Promise.all(serverPorts.map(async port => {
    const own = join(dir, String(port))
    await mkdir(own)
    // A copy, because Sentinels make a server rewrite its configuration file.
    await copyFile(CONF, join(own, 'redis.conf'))
    const following = port === first ? [] : ['--replicaof', `127.0.0.1 ${first}`]
    return await startServer(t, port,
      [join(own, 'redis.conf'), '--port', String(port), '--dir', own, '--repl-diskless-sync-delay', '0', ...following])
  }))
  const sentinels = await Promise.all(sentinelPorts.map(async port => {
    const file = join(dir, `${port}.conf`)
    await writeFile(file, `port ${port}\nbind 127.0.0.1\ndir ${dir}\nsentinel monitor ${NAME} 127.0.0.1 ${first} 2
sentinel down-after-milliseconds ${NAME} ${downAfterMs}\nsentinel failover-timeout ${NAME} 3000\nsentinel parallel-syncs ${NAME} ${replicas}\n`)
    return await startServer(t, port, [file, '--sentinel'])
  }))
  await until('the Sentinels know one another and the replicas', async () =>
    (await Promise.all(sentinels.map(({ client }) => client.call('SENTINEL', 'MASTER', NAME)))).every(reply => {
      const state = String(reply)
      return state.includes('num-other-sentinels,2') && state.includes(`num-slaves,${replicas}`)
    }))
  const primary = async () => {
    const [, port] = await sentinels.find(({ alive }) => alive)!.client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME) as string[]
    return servers.find(server => server.port === Number(port))!
  }
  return {
    address: { kind: 'sentinel', sentinels: sentinelPorts.map(port => `127.0.0.1:${port}`), name: NAME },
    servers,
    sentinels,
    primary,
    failOver: async () => {
      await (await primary()).client.call('CLIENT', 'PAUSE', '30000', 'WRITE')
      await until('a failover begins', async () =>
        await sentinels.find(({ alive }) => alive)!.client.call('SENTINEL', 'FAILOVER', NAME) === 'OK')
    }
  }
}
