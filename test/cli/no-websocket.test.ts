// A proxy in front of the service that forwards requests, but no WebSockets: the commands say so.
import t from 'tap'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { BUILT, Earshot, said } from './earshot.js'

const replica = await startReplica(t, await startRedis(t))
const url = await startProxy(t, replica.url)
const earshot = new Earshot(t, BUILT, { EARSHOT_URL: url })
const sentence = `${url} answers, but refuses the WebSocket. Check that the proxy in front of it forwards WebSocket upgrades`

t.test('wait exits with 3, with and without time to wait', async t => {
  for (const timeout of ['0', '100ms']) {
    const { code, stdout, stderr } = await earshot.run(['wait', newSession(), '-t', timeout])
    t.same([code, stdout], [3, ''], timeout)
    t.ok(stderr.endsWith(`earshot: ${sentence}\n`), stderr)
  }
})

t.test('watch tries again', async t => {
  const watcher = earshot.spawn(['watch', newSession()])
  const told = await said(watcher.stderr, /trying again/)
  watcher.kill('SIGINT')
  t.ok(told.includes(`${sentence}; trying again`), told)
})

/** Drops the headers that ask for an upgrade, as proxies do that are not configured for it. Returns its URL. */
async function startProxy (t: Test, target: string): Promise<string> {
  const proxy = createServer((asked, reply) => {
    const { connection: _connection, upgrade: _upgrade, ...headers } = asked.headers
    const forwarded = request(new URL(asked.url ?? '/', target), { method: asked.method, headers }, answer => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    forwarded.on('error', () => { reply.destroy() })
    asked.pipe(forwarded)
  })
  t.teardown(() => { proxy.close(); proxy.closeAllConnections() })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
