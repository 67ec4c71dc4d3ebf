// The addresses at which phones reach the service. The service gives them only to clients on its own machine.
import t from 'tap'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { buildApp } from '../../src/app.js'
import { readConfig } from '../../src/config.js'
import { addressesOf } from '../../src/http/addresses.js'
import { openRedis } from '../../src/redis/connections.js'
import { call, newSession } from '../support/client.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'

const redis = await startRedis(t)
const PATH = `/capture/addresses?sessionId=${newSession()}`
const EVERYWHERE = { address: '0.0.0.0', family: 'IPv4', port: 3000 }

const of = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' as const : 'IPv4' as const, netmask: '', mac: '', cidr: null, scopeid: 0 })

t.test('only private IPv4 addresses of real networks are told, the usual ones first', async t => {
  const interfaces = {
    lo: [of('127.0.0.1', true)],
    docker0: [of('172.17.0.1')],
    eth0: [of('203.0.113.7'), of('10.1.2.3'), of('fe80::1')],
    tun0: [of('172.20.0.9'), of('100.64.0.1'), of('169.254.1.1')],
    wlan0: [of('192.168.1.20')]
  }
  t.same(addressesOf(EVERYWHERE, interfaces), ['http://192.168.1.20:3000', 'http://10.1.2.3:3000', 'http://172.20.0.9:3000'])
  t.same(addressesOf({ ...EVERYWHERE, address: '::' }, interfaces).length, 3)
  t.same(addressesOf({ ...EVERYWHERE, address: '127.0.0.1' }, interfaces), [], 'nobody else reaches it')
  t.same(addressesOf({ ...EVERYWHERE, address: '192.168.1.20' }, interfaces), [], 'the page was not opened as localhost')
  t.same(addressesOf('/run/earshot.sock', interfaces), [])
})

// As if the machine had these networks: the machines of tests often have none.
const { networkInterfaces } = os
const set = (to: typeof networkInterfaces) => {
  os.networkInterfaces = to
  syncBuiltinESMExports()
}
set(() => ({ wlan0: [of('192.168.1.20')] }))
t.teardown(() => set(networkInterfaces))

t.test('a service that listens only on this machine has none', async t => {
  t.same((await call(await startReplica(t, redis), PATH)).body, { addresses: [] })
})

t.test('nobody but the machine itself is told them', async t => {
  const connections = await openRedis(redis.address, () => {})
  t.teardown(() => connections.close())
  const app = await buildApp(readConfig({ LOG_LEVEL: 'silent', BASE_PATH: '/ear', VIEW_TOKENS: 'a-token' }), connections)
  t.teardown(() => app.close())
  await app.listen({ host: '0.0.0.0', port: 0 })
  const { port } = app.server.address() as { port: number }
  const own = { addresses: [`http://192.168.1.20:${port}/ear`] }
  const ask = async (headers: Record<string, string> = {}, hostname = '127.0.0.1') => await new Promise<unknown>((resolve, reject) => {
    request({ hostname, port, path: `/ear${PATH}`, headers: { authorization: 'Bearer a-token', ...headers } },
      reply => { resolve(json(reply)) }).on('error', reject).end()
  })
  t.same(await ask(), own)
  t.same(await ask({ host: `localhost:${port}` }), own)
  t.same(await ask({ origin: `http://127.0.0.1:${port}` }), own)
  const none = { addresses: [] }
  t.same(await ask({ origin: 'https://elsewhere.example' }), none, 'a page of another origin')
  t.same(await ask({ host: 'rebound.example' }), none, 'a name that was pointed at this machine')
  t.same(await ask({ 'x-forwarded-for': '198.51.100.1' }), none, 'somebody behind a proxy on this machine')
  const outside = Object.values(networkInterfaces()).flat().find(address => address?.family === 'IPv4' && !address.internal)?.address
  if (outside) t.same(await ask({ host: '127.0.0.1' }, outside), none, 'somebody in the network')
  else t.comment('This machine has no network: that others in it are told none was not tried')
  t.match(await ask({ authorization: 'Bearer no' }), { error: /[Tt]oken/ })
})
