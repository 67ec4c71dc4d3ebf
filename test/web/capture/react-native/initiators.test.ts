// The code of a React Native app that started a request by XMLHttpRequest, fetch, WebSocket, or a fetch that the app has wrapped.
import t, { type Test } from 'tap'
import { list, newSession } from '../../../support/client.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { until } from '../../../support/until.js'
import { openServers } from '../node/places.js'
import { openApp } from './app.js'

const service = await startReplica(t, await startRedis(t))

const ACTS = {
  viaXhr: 'const xhr = new XMLHttpRequest(); xhr.open("GET", address); xhr.send()',
  viaFetch: 'fetch(address)',
  viaSocket: 'new WebSocket(address.replace("http", "ws")).onerror = () => {}',
  viaWrapped: 'Earshot.wrapFetch(async address => new Response(address))(address)'
}

/** An app that is recorded, and the address of an API. */
async function opened (t: Test, initiator?: string) {
  const servers = await openServers()
  t.teardown(() => servers.close())
  const session = newSession()
  const app = await openApp()
  app.Earshot.start({ url: service.url, session, ...initiator !== undefined && { initiator } })
  t.teardown(() => app.Earshot.stop())
  return { app, session, address: `${servers.places.http}/c0/json` }
}

t.test('the function that made the request is the first one of the app, and none is of the recorder', async t => {
  const { app, session, address } = await opened(t, 'all')
  const calls: Record<string, string[]> = {}
  for (const [name, code] of Object.entries(ACTS)) {
    app.eval(`(function ${name} (address) { ${code} })('${address}?${name}')`)
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
  const { app, session, address } = await opened(t)
  await (await app.fetch(address)).text()
  await until('it is recorded', async () => (await list(service, session)).length === 1)
  t.equal((await list(service, session))[0]?.initiator, undefined)
})
