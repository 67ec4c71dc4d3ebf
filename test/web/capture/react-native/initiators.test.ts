// Which code of a React Native app started a request: with XMLHttpRequest, fetch, WebSocket, and a fetch that the app has wrapped.
import t from 'tap'
import { list, newSession } from '../../../support/client.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { until } from '../../../support/until.js'
import { openServers } from '../node/places.js'
import { openApp } from './app.js'

const ACTS = {
  viaXhr: 'const xhr = new XMLHttpRequest(); xhr.open("GET", address); xhr.send()',
  viaFetch: 'fetch(address)',
  viaSocket: 'new WebSocket(address.replace("http", "ws")).onerror = () => {}',
  viaWrapped: 'Earshot.wrapFetch(async address => new Response(address))(address)'
}

t.test('the function that made the request is the first one of the app, and none is of the recorder', async t => {
  const service = await startReplica(t, await startRedis(t))
  const servers = await openServers()
  t.teardown(() => servers.close())
  const session = newSession()
  const app = await openApp()
  app.Earshot.start({ url: service.url, session, initiator: 'all' })
  t.teardown(() => app.Earshot.stop())
  const calls: Record<string, string[]> = {}
  for (const [name, code] of Object.entries(ACTS)) {
    app.eval(`(function ${name} (address) { ${code} })('${servers.places.http}/c0/json?${name}')`)
    await until('it is recorded', async () => {
      const entry = (await list(service, session)).find(({ api }) => api.endsWith(name))
      calls[name] = entry?.initiator?.map(call => call.function ?? '') ?? []
      return entry !== undefined
    })
  }
  for (const name of ['viaXhr', 'viaSocket', 'viaWrapped']) t.equal(calls[name]?.[0], name)
  // The fetch of React Native runs over XMLHttpRequest: its own function without a name, and itself.
  t.same(calls.viaFetch?.slice(0, 3), ['', 'fetch2', 'viaFetch'])
})

t.test('by default, there is none', async t => {
  const service = await startReplica(t, await startRedis(t))
  const servers = await openServers()
  t.teardown(() => servers.close())
  const session = newSession()
  const app = await openApp()
  app.Earshot.start({ url: service.url, session })
  t.teardown(() => app.Earshot.stop())
  await (await app.fetch(`${servers.places.http}/c0/json`)).text()
  await until('it is recorded', async () => (await list(service, session)).length === 1)
  t.equal((await list(service, session))[0]?.initiator, undefined)
})
