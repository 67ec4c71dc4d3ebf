// Checks docker-compose.yml and the image, as far as possible without a container engine; scripts/compose-check does the rest with one.
import t from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { SETTINGS } from '../../src/settings/settings.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

interface Service {
  environment?: Record<string, string | null>
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: object
  volumes?: string[]
}

const ROOT = new URL('../../', import.meta.url)
const { services } = parse(readFileSync(new URL('docker-compose.yml', ROOT), 'utf8'), { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, Service>
}

t.test('docker-compose.yml passes every setting to the replicas, except those fixed inside the container', async t => {
  const inside = ['HOST', 'PORT', 'DATA_DIR', 'REDIS_URL', 'REDIS_CLUSTER', 'REDIS_SENTINELS', 'REDIS_SENTINEL_NAME']
  const wanted = Object.values(SETTINGS).map(({ name }) => name).filter(name => !inside.includes(name))
  for (const name of ['earshot', 'earshot-cluster']) {
    const passed = Object.keys(services[name]?.environment ?? {}).filter(setting => !setting.startsWith('REDIS_'))
    t.same(passed.sort(), wanted.sort(), name)
  }
})

t.test('ports are published on loopback only', async t => {
  const ports = Object.values(services).flatMap(service => service.ports ?? [])
  t.equal(ports.length, 4)
  t.same(ports.filter(port => !port.startsWith('127.0.0.1:')), [])
})

t.test('every file that is mounted from this folder exists', async t => {
  const volumes = Object.values(services).flatMap(service => service.volumes ?? [])
  const mounted = volumes.filter(volume => volume.startsWith('./')).map(volume => volume.split(':')[0]!)
  t.ok(mounted.length > 4, 'finds mounts to check')
  t.same(mounted.filter(path => !existsSync(new URL(path, ROOT))), [])
})

t.test('no service can gain privileges, and all but Grafana have a read-only root file system', async t => {
  for (const [name, { cap_drop: dropped, security_opt: options }] of Object.entries(services)) {
    t.same({ dropped, options }, { dropped: ['ALL'], options: ['no-new-privileges:true'] }, name)
  }
  t.same(Object.keys(services).filter(name => !services[name]!.read_only), ['grafana'])
})

t.test('the health check asks the replica, with any base path', async t => {
  const { url } = await startReplica(t, await startRedis(t), { BASE_PATH: '/earshot' })
  t.equal(await healthOf({ PORT: new URL(url).port }), 0)
  t.equal(await healthOf({ PORT: '1' }), 1)
})

async function healthOf (env: NodeJS.ProcessEnv): Promise<number | null> {
  const script = fileURLToPath(new URL('deploy/docker/healthcheck.js', ROOT))
  const [code] = await once(spawn(process.execPath, [script], { env, stdio: 'inherit' }), 'exit') as [number | null]
  return code
}
