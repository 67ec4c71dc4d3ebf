// Builds the image without an engine, following the Dockerfile, and runs it: as docker compose does, and as Kubernetes does.
import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { parse } from 'yaml'
import { list, newSession, pushed } from '../support/client.js'
import { buildImage } from '../support/image/image.js'
import { matchEach } from '../support/match-each.js'
import { startRedis, temporaryFolder } from '../support/redis.js'
import { ready, spawnService, type ReplicaProcess } from '../support/replica.js'

const READABLE = 0o444
const ENTERED = 0o111
// Not within this checkout, because its modules would be found there.
const image = await buildImage(await temporaryFolder(t))
const folder = join(image.root, image.workdir)

t.test('the image contains everything that it needs to run, and its health check succeeds', async t => {
  const replica = await start(t, image.command, { REDIS_URL: (await startRedis(t)).url })
  const session = newSession()
  const id = await pushed(replica, session, { response: 'from the image' })
  matchEach(t, await list(replica, session), [{ id, response: 'from the image' }])
  t.match(await (await fetch(replica.url)).text(), /<title>Earshot/, 'serves the page')
  for (const file of ['earshot.js', 'earshot-node.cjs', 'earshot-node.mjs', 'earshot-mini-program.js']) {
    t.equal((await fetch(`${replica.url}/${file}`)).status, 200, file)
  }
  const health = spawn(...inFolder(image.healthcheck), { cwd: folder, env: { PORT: new URL(replica.url).port }, stdio: 'inherit' })
  t.same(await once(health, 'exit'), [0, null])
})

t.test('the image has the command, ports, user and probe paths of the Deployment', async t => {
  const pod = manifest<IDeployment>('deployment.yaml').spec!.template.spec!
  const container = pod.containers[0]!
  const settings = manifest<IConfigMap>('configmap.yaml').data!
  t.same([container.volumeMounts, pod.initContainers, container.lifecycle], [undefined, undefined, undefined], 'these would name files')
  t.same(image.ports, [settings.PORT])
  t.same(container.ports!.map(port => String(port.containerPort)), image.ports)
  t.match(image.base, /^node:/)
  t.equal(image.user, 'node')
  t.same(pod.securityContext!.runAsUser, 1000, 'the uid of `node` in the images of Node')
  const command = [...container.command ?? image.command, ...container.args ?? []]
  const replica = await start(t, command, { ...settings, PORT: '0', REDIS_URL: (await startRedis(t)).url })
  for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
    t.equal((await fetch(replica.url + probe!.httpGet!.path!)).status, 200, probe!.httpGet!.path!)
  }
})

t.test('its user can read all files, even if only their owner could read the checkout', async t => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => !file.startsWith('node_modules/'))
  t.ok(files.length > 100, 'finds files to check')
  const isShut = (file: string) => {
    const status = statSync(join(folder, file))
    const needed = status.isDirectory() ? READABLE | ENTERED : READABLE
    return (status.mode & needed) !== needed
  }
  t.same(files.filter(isShut), [])
})

async function start (t: Test, command: string[], env: Record<string, string>): Promise<ReplicaProcess> {
  const [program, args] = inFolder(command)
  return await ready(spawnService(t, [program, ...args], { ...image.env, ...env }, folder))
}

// Runs `node` with the executable that runs this test.
function inFolder ([program = '', ...args]: string[]): [string, string[]] {
  return [program === 'node' ? process.execPath : program, args]
}

function manifest<Kind> (file: string): Kind {
  return parse(readFileSync(new URL(`../../deploy/kubernetes/${file}`, import.meta.url), 'utf8')) as Kind
}
