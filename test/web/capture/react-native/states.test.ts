// The recorder for React Native when the service is unreachable, when the app is in the background, and when the system forbids plain HTTP.
// Also covers requests that do not use XMLHttpRequest: WebSockets, and a native fetch such as Expo's.
import t from 'tap'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { list, newSession } from '../../../support/client.js'
import { startRedis } from '../../../support/redis.js'
import { startReplica } from '../../../support/replica.js'
import { freePorts } from '../../../support/server.js'
import { until } from '../../../support/until.js'
import { openServers } from '../node/places.js'
import { openApp } from './app.js'

const redis = await startRedis(t)
const service = await startReplica(t, redis)
const servers = await openServers()
t.teardown(() => servers.close())
const { http } = servers.places

t.test('what is recorded while the service is away arrives when it is back, in order, also if the app was in the background', async t => {
  const [port = 0] = await freePorts(1)
  const app = await openApp()
  app.Earshot.start({ url: `http://127.0.0.1:${port}/`, session: 'react-native-01' })
  t.teardown(() => app.Earshot.stop())
  for (const n of [1, 2, 3]) await (await app.fetch(`${http}/c0/json?${n}`)).text()
  await until('it retries', async () => app.Earshot.state?.status === 'retrying')
  t.match(app.Earshot.state, { reason: /^Failed to connect/, dropped: 0 })
  const got: string[] = []
  const answers = createServer((request, response) => {
    let body = ''
    request.on('data', piece => { body += piece }).on('end', () => {
      const pushes = JSON.parse(body) as { api: string }[]
      got.push(...pushes.map(({ api }) => api.replace(/.*\?/, '')))
      response.end(JSON.stringify({ code: '0', message: '', data: pushes.map(() => ({ id: '' })) }))
    })
  })
  await listening(answers, port)
  t.teardown(() => { answers.close(); answers.closeAllConnections() })
  // It tries again at once, not when its timer is due.
  app.turn('active')
  await until('all has arrived', async () => app.Earshot.state?.queued === 0)
  t.same(got, ['1', '2', '3'])
  t.match(app.Earshot.state, { status: 'recording' })
})

t.test('if the system forbids plain HTTP, one line says so, and it does not try again', async t => {
  for (const said of ['CLEARTEXT communication to 10.0.2.2 not permitted by network security policy', 'The resource could not be loaded because ' +
    'the App Transport Security policy requires the use of a secure connection.']) {
    let asked = 0
    const app = await openApp(app => {
      const { prototype } = app.XMLHttpRequest as unknown as { prototype: Raw }
      const { send } = prototype
      prototype.send = function (this: typeof prototype, ...args: unknown[]) {
        if (!this.url.startsWith('http://10.0.2.2:3000/')) return Reflect.apply(send, this, args) as unknown
        asked++
        this.sent = { destroy () {} }
        setImmediate(() => { this.end('error', said) })
        return undefined
      }
    })
    app.Earshot.start({ url: 'http://10.0.2.2:3000', session: 'react-native-01' })
    await (await app.fetch(`${http}/c0/json`)).text()
    await until('it is blocked', async () => app.Earshot.state?.status === 'blocked')
    await (await app.fetch(`${http}/c0/json`)).text()
    t.equal(asked, 1)
    t.match(app.Earshot.state, { reason: /may not use plain HTTP.*how to allow it/ })
    t.same(app.warned.map(text => text.slice(0, 55)), ['Earshot does not record: the app may not use plain HTTP'])
  }
})

t.test('a request without a number of options is not recorded: own, ignored, of Metro, of a file', async t => {
  const session = newSession()
  const app = await openApp()
  app.Earshot.start({ url: service.url, session, ignore: url => url.includes('/empty') })
  t.teardown(() => app.Earshot.stop())
  for (const url of [`${http}/c0/empty`, 'http://127.0.0.1:8081/symbolicate', 'http://127.0.0.1:8081/api', `${service.url}/capture/entries?sessionId=${session}`]) {
    await app.fetch(url).catch(() => {})
  }
  await app.fetch('data:text/plain,a').catch(() => {})
  await (await app.fetch(`${http}/c0/json`)).text()
  await until('the last one is recorded', async () => (await list(service, session)).some(({ api }) => api.endsWith('/json')))
  t.same((await list(service, session)).map(({ api }) => api.replace(http, '')), ['http://127.0.0.1:8081/api', '/c0/json'])
})

t.test('WebSockets are recorded with their messages', async t => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  t.teardown(() => sockets.close())
  await once(sockets, 'listening')
  sockets.on('connection', socket => socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })))
  const session = newSession()
  const app = await openApp()
  app.Earshot.start({ url: service.url, session })
  t.teardown(() => app.Earshot.stop())
  const socket = new app.WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/echo`)
  t.equal(socket.constructor, app.WebSocket)
  await new Promise(resolve => { socket.onopen = resolve })
  socket.send('{"password":"p"}')
  await new Promise(resolve => { socket.onmessage = resolve })
  socket.send(new Uint8Array([1, 2]))
  await new Promise(resolve => { socket.onmessage = resolve })
  socket.close(1000, 'bye')
  await until('it is recorded', async () => (await list(service, session))[0]?.timeConsuming! > 0)
  const [entry] = await list(service, session)
  t.match(entry, { via: 'websocket', responseHeader: /^HTTP\/1.1 101/, note: 'closed with 1000 bye; messages received: 2 (18 B), sent: 2 (18 B)' })
  const reply = await fetch(`${service.url}/capture/entries/${entry!.id}/messages?sessionId=${session}`)
  const messages = await reply.json() as { dir: string, kind: string, text?: string, base64?: string }[]
  t.same(messages.map(({ dir, kind, text, base64 }) => [dir, kind, text ?? base64]), [
    ['in', 'open', undefined], ['out', 'text', '{"password":"[masked]"}'], ['in', 'text', '{"password":"[masked]"}'],
    ['out', 'binary', 'AQI='], ['in', 'binary', 'AQI='], ['in', 'close', '1000 bye']
  ])
})

t.test('a native fetch is recorded if it is the global one of Expo, or wrapped; that of React Native only once', async t => {
  for (const kind of ['global', 'wrapped'] as const) {
    const session = newSession()
    const app = await openApp()
    // Node's own stands in for it: it does not run over XMLHttpRequest either.
    const native = { fetch, Headers, Response }
    if (kind === 'global') Object.assign(app, native, { expo: { modules: {} } })
    app.Earshot.start({ url: service.url, session })
    t.teardown(() => app.Earshot.stop())
    const ask = kind === 'global' ? app.fetch : app.Earshot.wrapFetch(fetch)
    t.equal(app.Earshot.wrapFetch(ask), ask)
    await asksAll(ask)
    const twice = app.Earshot.wrapFetch(app.fetch)
    if (kind === 'wrapped') await (await twice(`${http}/c0/json?once`)).text()
    const count = kind === 'wrapped' ? 9 : 8
    await until('all is recorded', async () => {
      const entries = await list(service, session)
      return entries.length === count && entries.every(({ timeConsuming }) => timeConsuming > 0)
    })
    const entries = await list(service, session)
    t.same(entries.slice(0, 8).map(({ method, api, request, responseHeader, response, note }) =>
      [method, api.replace(/.*\//, ''), request ?? '', responseHeader.split(' ')[1]?.trim(), (response ?? '').slice(0, 22), note].join(' ').trim()), [
      'GET json  200 {"a":1,"b":[1234567890 response: JSON, re-serialized', 'GET text  200 grüße', 'GET png  200 data:image/png;base64,', 'POST echo a=1&b=2 200 a=1&b=2',
      'GET json?unread  200  response not read by the app', 'GET big  200  response body not recorded: a stream',
      'GET empty  204', 'GET hang  0  canceled: AbortError: This operation was aborted'
    ], kind)
    app.Earshot.stop()
  }
})

async function asksAll (ask: typeof fetch): Promise<void> {
  await (await ask(`${http}/c0/json`)).json()
  await (await ask(new URL(`${http}/c0/text`), { headers: { 'x-a': 'b' } })).text()
  await (await ask(`${http}/c0/png`)).arrayBuffer()
  await (await ask(`${http}/c0/echo`, { method: 'post', body: 'a=1&b=2', headers: [['content-type', 'application/x-www-form-urlencoded']] })).text()
  await ask(`${http}/c0/json?unread`)
  const reader = (await ask(`${http}/c0/big`)).body!.getReader()
  while (!(await reader.read()).done) { /* the app wants all of it */ }
  await ask(`${http}/c0/empty`)
  const abort = new AbortController()
  setImmediate(() => abort.abort())
  await ask(`${http}/c0/hang`, { signal: abort.signal }).catch(() => {})
}

async function listening (server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

/** Of the stand-in for XMLHttpRequest. */
interface Raw { send: Function, end: (type: string, text: string) => void, url: string, sent: object }
