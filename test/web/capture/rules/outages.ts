// The service is killed while a page has rules: the app's requests go on, and the rules are up to date again when the service is back.
import t, { type Test } from 'tap'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { newSession } from '../../../support/client.js'
import { startProcess, type ReplicaProcess } from '../../../support/replica.js'
import { heldBy, written } from '../../../support/rules.js'
import { until } from '../../../support/until.js'
import { open, redis, site } from '../browser/place.js'
import { answer, hears, says } from './asking.js'

/** A balancer before replicas: each connection goes to the first one that accepts it. Returns its address. */
async function startBalancer (t: Test, replicas: ReplicaProcess[]): Promise<string> {
  const sockets = new Set<Socket>()
  const pass = (client: Socket, [next, ...others]: ReplicaProcess[]) => {
    if (!next) return client.destroy()
    const server = connect(Number(new URL(next.url).port), '127.0.0.1')
    const refused = () => pass(client, others)
    sockets.add(server.on('error', () => {}).once('error', refused).once('connect', () => {
      server.off('error', refused)
      client.pipe(server).pipe(client)
      for (const [one, other] of [[client, server], [server, client]] as const) one.on('close', () => other.destroy())
    }))
    return undefined
  }
  const balancer = createServer(client => {
    sockets.add(client.on('error', () => {}))
    pass(client, replicas)
  })
  t.teardown(() => { balancer.close(); for (const socket of sockets) socket.destroy() })
  await once(balancer.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
}

async function startOne (t: Test): Promise<ReplicaProcess> {
  return await startProcess(t, { REDIS_URL: redis.url, RULES: 'on' })
}

async function kill ({ child }: ReplicaProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** A page that has rules of the service at this address. */
async function openBefore (t: Test, url: string, session: string): Promise<Page> {
  const { page } = await open(t, `<script src="${url}/earshot.js" data-session="${session}" data-rules></script>`)
  await hears(page, 'one')
  return page
}

const SLOW = { name: 'slow', match: 'path:=/c/slow', action: { type: 'delay', ms: 2000 } } as const
const NEVER = { name: 'never', match: 'path:=/c/never', action: { type: 'fail', how: 'timeout' } } as const

t.test('the service is killed: what waits is made, rules stay, and they are current when it is back', async t => {
  const session = newSession()
  const replicas = [await startOne(t)]
  const url = await startBalancer(t, replicas)
  await written(t, { url }, session, [says('one'), SLOW, NEVER])
  const page = await openBefore(t, url, session)
  await until('it holds a request', async () => await heldBy(replicas[0]!) === 1)
  await page.evaluate(`for (const name of ['slow', 'never']) {
    fetch('/c/' + name + '?text=' + name).then(reply => reply.text()).then(text => { window[name] = text })
  }
  undefined`)
  await kill(replicas.pop()!)
  t.equal(await answer(page), 'one', 'the rules stay')
  t.equal(await page.evaluate("fetch('/c/other?text=through').then(reply => reply.text())"), 'through')
  await until('the delayed request is made', async () => await page.evaluate('window.slow') === 'slow')
  t.notOk(site.seen.some(({ path }) => path.startsWith('/c/never')), 'its rule has not ended')
  const back = await startOne(t)
  await written(t, back, session, [says('two')])
  replicas.push(back)
  await hears(page, 'two')
  await until('a request whose rule is no more is made', async () => await page.evaluate('window.never') === 'never')
  await until('it holds a request again', async () => await heldBy(back) === 1)
  await written(t, back, session, [says('three')])
  await hears(page, 'three')
})

t.test('of two replicas, the one that holds the request is killed: the other one has the rules', async t => {
  const session = newSession()
  const [holding, other] = await Promise.all([startOne(t), startOne(t)])
  const url = await startBalancer(t, [holding, other])
  await written(t, other, session, [says('one')])
  const page = await openBefore(t, url, session)
  await until('it holds a request', async () => await heldBy(holding) === 1)
  await written(t, other, session, [says('two')])
  await hears(page, 'two')
  await until('it holds a request', async () => await heldBy(holding) === 1)
  await kill(holding)
  await written(t, other, session, [says('three')])
  await hears(page, 'three')
  await until('the other one holds it', async () => await heldBy(other) === 1)
})
