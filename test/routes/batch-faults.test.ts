// Several pushes in one request while Redis is full, or dies during the request.
import t, { type Test } from 'tap'
import type { Entry } from '../../src/schema/entry.js'
import { list, newSession, pushBatch, type Told } from '../support/client.js'
import { scrape } from '../support/metrics.js'
import { startRedis, temporaryFolder } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { CONF, freePorts, startServer } from '../support/server.js'
import { until } from '../support/until.js'
import { many, requestIds, told } from './batches.js'

const MEBIBYTE = 1024 ** 2

t.test('a full Redis gives 507 if it stored no push of the batch, otherwise storage_full for each refused push', async t => {
  const other = await startRedis(t)
  const full = await startReplica(t, other)
  await other.client.config('SET', 'maxmemory', '1')
  const refused = await pushBatch(full, newSession(), [...many(2), {}])
  t.equal(refused.status, 507)
  t.match(refused.body, { code: 'storage_full', data: '' })
  t.match(await pushBatch(full, newSession(), [{}, {}]), { status: 200, body: { message: '0 of 2 recorded' } }, 'Redis is not asked')
  t.match((await scrape(full)).samples,
    { 'earshot_pushes_total{outcome="storage_full"}': 1, 'earshot_pushes_total{outcome="bad_request"}': 2 })

  const response = 'x'.repeat(200_000)
  await until('some are stored, and others not', async () => {
    const used = Number(/^used_memory:(\d+)/m.exec(await other.client.info('memory'))?.[1])
    await other.client.config('SET', 'maxmemory', used + Math.round(Math.random() * 20 * MEBIBYTE))
    const session = newSession()
    const reply = await pushBatch(full, session, many(30, { response }))
    if (reply.status !== 200 || told(reply).every(one => 'id' in one)) return false
    await other.client.config('SET', 'maxmemory', 0)
    const stored = new Set((await list(full, session)).map(({ id }) => id))
    checkTold(t, told(reply), stored)
    t.match(reply.body, { message: `${stored.size} of 30 recorded` })
    return true
  })
})

function checkTold (t: Test, all: Told[], stored: Set<string>): void {
  const [recorded, refused] = [all.filter(one => 'id' in one), all.filter(one => 'code' in one)]
  t.ok(recorded.every(({ id }) => stored.has(id)))
  t.equal(recorded.length, stored.size)
  t.ok(refused.every(({ code, message }) => code === 'storage_full' && /full/.test(message)))
}

t.test('a batch during which Redis dies gets 503, and repeating it creates no duplicates', async t => {
  const [port] = await freePorts(1) as [number]
  const server = await startServer(t, port,
    [CONF, '--port', String(port), '--dir', await temporaryFolder(t), '--appendfsync', 'always', '--maxmemory', '2gb'])
  const here = await startReplica(t, { address: { kind: 'single', url: `redis://127.0.0.1:${port}` } })
  const session = newSession()
  const batch = many(200, { response: 'x'.repeat(5_000) })
  const pushing = Array.from({ length: 5 }, async () => {
    for (;;) {
      const reply = await pushBatch(here, session, batch)
      if (reply.status !== 200) return reply
    }
  })
  await until('they go through', async () => (await list(here, session)).length === 200)
  await server.kill()
  for (const reply of await Promise.all(pushing)) {
    t.match(reply, { status: 503, body: { code: 'unavailable', message: String, data: '' } })
    t.equal(reply.headers.get('retry-after'), '1')
  }
  await server.restart()
  await until('it is repeated', async () => (await pushBatch(here, session, batch)).status === 200)
  t.same(requestIds(await list(here, session)), requestIds(batch as unknown as Entry[]))
})
