// React Native's own JavaScript, bundled by Metro, on a stand-in for its native modules: an app gets the same answers without and with the
// recorder, and each request is recorded once. Also, the Hermes compiler accepts the recorder, and the Hermes engine runs it.
import type { Test } from 'tap'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { WebSocketServer } from 'ws'
import { list, newSession, PIXEL } from '../support/client.js'
import { until } from '../support/until.js'
import { openServers } from '../web/capture/node/places.js'
import type { NativeEarshot } from '../web/capture/react-native/app.js'
import { RECORDED } from '../web/capture/react-native/recorded.js'
import { checkExpo } from './react-native/expo.js'
import { nativeModules, type Emit } from './react-native/native.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

const APP = `
  import { Earshot } from 'earshot/capture/react-native'
  import { DeviceEventEmitter } from 'react-native'
  import axios from 'axios'
  import * as uses from './uses'
  globalThis.app = { ...uses, Earshot, DeviceEventEmitter, axios, get WebSocket () { return WebSocket } }`

interface App {
  Earshot: NativeEarshot
  DeviceEventEmitter: { emit: Emit }
  usesOf: (given: object) => Record<string, () => Promise<unknown>>
  run: (uses: object) => Promise<Record<string, unknown>>
  axios: { post: (url: string, body: object) => Promise<{ data: unknown }> }
  WebSocket: typeof WebSocket
}

export async function checkReactNative (t: Test, installed: string, words: string[], url: string): Promise<void> {
  const isMeant = (name: string) => words.length === 0 || words.some(word => name.includes(word))
  if (isMeant('React Native')) await t.test('React Native', t => checkApp(t, installed, url))
  if (isMeant('Expo')) await t.test('Expo', t => checkExpo(t, installed, url))
  if (isMeant('Hermes')) await t.test('Hermes', t => checkHermes(t, installed))
}

async function checkApp (t: Test, installed: string, url: string): Promise<void> {
  const code = await bundledByMetro(t.testdir(), installed, APP)
  const servers = await openServers()
  t.teardown(() => servers.close())
  const { http, closed } = servers.places
  const file = join(t.testdirName, 'a.png')
  await writeFile(file, PIXEL)
  const visit = async (app: App) => {
    servers.forget()
    const saw = await app.run(app.usesOf({ base: `${http}/c0`, closed: `http://127.0.0.1:${closed}`, file: `file://${file}` }))
    return JSON.parse(JSON.stringify([saw, servers.seen('/c0'), (await app.axios.post(`${http}/c1/echo`, { a: 1 })).data])) as unknown
  }
  const without = await visit(opened(code))
  const session = newSession()
  const app = opened(code)
  app.Earshot.start({ url, session })
  t.teardown(() => app.Earshot.stop())
  t.same(await visit(app), without, 'the app and the server saw the same')
  await talk(t, app)
  const picture = await fetch(await app.Earshot.screenshot({ uri: `file://${file}` }))
  t.same([picture.status, Buffer.from(await picture.arrayBuffer())], [200, PIXEL], 'a screenshot is uploaded')
  // What waits is sent when the app goes to the background.
  app.DeviceEventEmitter.emit('appStateDidChange', { app_state: 'background' })
  const entries = async () => await list({ url }, session)
  await until('all is recorded', async () =>
    (await entries()).length === RECORDED.length + 2 && (await entries()).every(({ timeConsuming }) => timeConsuming > 0))
  t.same((await entries()).slice(0, RECORDED.length).map(({ method, api, responseHeader, note }) =>
    [method, api.replace(`${http}/c0`, '').replace(/:\d+/, ''), responseHeader.split(/\s/)[1], note?.replace(/(?<=Failed).*/, '')].filter(Boolean).join(' ')).sort(),
  [...RECORDED].sort())
  t.match((await entries()).slice(-2), {
    0: { method: 'POST', request: '{"a":1}', response: '{"a":1}' },
    1: { via: 'websocket', note: 'closed with 1000 bye; messages received: 1 (5 B), sent: 1 (5 B)' }
  })
}

/** A WebSocket of the app. */
async function talk (t: Test, app: App): Promise<void> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  t.teardown(() => sockets.close())
  await once(sockets, 'listening')
  sockets.on('connection', socket => socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })))
  const socket = new app.WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/`)
  await new Promise(resolve => { socket.onopen = resolve })
  socket.send('hello')
  t.match(await new Promise(resolve => { socket.onmessage = resolve }), { data: 'hello' })
  const closed = new Promise(resolve => { socket.onclose = resolve })
  socket.close(1000, 'bye')
  await closed
}

function opened (code: string): App {
  const to = { emit: (() => {}) as Emit }
  const modules = nativeModules(to)
  const quiet = () => {}
  const context = createContext({
    console: { ...console, warn: quiet, error: quiet },
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    setImmediate,
    clearImmediate,
    queueMicrotask,
    performance,
    nativePerformanceNow: () => performance.now(),
    RN$Bridgeless: true,
    RN$registerCallableModule: quiet,
    nativeModuleProxy: modules,
    __turboModuleProxy: (name: string) => modules[name] ?? null
  }) as { app: App }
  Object.assign(context, { globalThis: context })
  runInContext(code, context)
  to.emit = (event, body) => context.app.DeviceEventEmitter.emit(event, body)
  return context.app
}

/** `alias`: a file in place of React Native. */
async function bundledByMetro (folder: string, installed: string, entry: string, profile = 'hermes-stable', alias = ''): Promise<string> {
  const own = join(folder, 'node_modules/earshot')
  await mkdir(join(own, 'dist/web'), { recursive: true })
  for (const name of ['package.json', 'dist/web/earshot-react-native.js']) await cp(join(ROOT, name), join(own, name))
  await copyFile(join(ROOT, 'test/web/capture/react-native/uses.js'), join(folder, 'uses.js'))
  await writeFile(join(folder, 'package.json'), '{}')
  await writeFile(join(folder, 'index.js'), entry)
  await writeFile(join(folder, 'system.js'), 'module.exports = globalThis.system')
  await copyFile(join(ROOT, 'test/beside/react-native/bundle.cjs'), join(folder, 'bundle.cjs'))
  await run(process.execPath, ['bundle.cjs', installed, profile, alias], { cwd: folder })
  return await readFile(join(folder, 'bundle.js'), 'utf8')
}

// A program without a platform: the recorder, and an XMLHttpRequest that answers at once. It prints what the recorder sends.
const PROGRAM = `
  const print = globalThis.print ?? console.log
  globalThis.console ??= { warn: print, log: print }
  let [sent, answered] = [0, 0]
  globalThis.XMLHttpRequest = class {
    constructor () { this.heard = {}; this.readyState = 0; this.status = 0; this.responseType = '' }
    addEventListener (type, listener) { this.heard[type] = listener }
    open (method, url) { Object.assign(this, { method, url, readyState: 1 }) }
    setRequestHeader () {}
    getResponseHeader (name) { return name === 'content-type' ? 'application/json' : null }
    getAllResponseHeaders () { return 'content-type: application/json\\r\\nset-cookie: a=secret\\r\\n' }
    send (body) {
      const isOwn = this.url.includes('/capture/batch')
      const pushes = isOwn ? JSON.parse(body) : []
      if (isOwn) print(JSON.stringify(pushes.map(push => ({ ...push, requestId: '', age: 0, timeConsuming: push.timeConsuming > 0 }))))
      setTimeout(() => {
        const responseText = isOwn ? JSON.stringify({ code: '0', data: pushes.map(() => ({ id: 'a' })) }) : ANSWER
        Object.assign(this, { readyState: 4, status: 200, responseText, response: responseText })
        this.onload?.()
        this.heard.load?.({ type: 'load' })
        if (!isOwn && ++answered === 3) Earshot.stop()
      }, 0)
    }
  }
  globalThis.WebSocket = class { send () {} }
  globalThis.system = { AppState: { addEventListener () {} }, NativeModules: {} }
  const ANSWER = JSON.stringify({ token: 'secret', text: 'grüße 😀', list: ['4111 1111 1111 1111', { password: 'p' }], url: 'https://u:p@a.example/?code=1' })
  const { Earshot } = require('earshot/capture/react-native')
  Earshot.start({ url: 'http://10.0.2.2:3000', session: 'react-native-01', mask: { names: ['x-customer'] } })
  for (const [type, body] of [['application/json', ANSWER], ['application/x-www-form-urlencoded', 'pin=1234&a=%C3%BC'], ['application/octet-stream', new Uint8Array([1, 200, 3])]]) {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', 'https://api.example/a?access_token=secret&n=' + ++sent)
    xhr.setRequestHeader('Content-Type', type)
    xhr.setRequestHeader('X-Customer', 'ada')
    xhr.send(body)
  }`

async function checkHermes (t: Test, installed: string): Promise<void> {
  const folder = t.testdir()
  const file = join(folder, 'bundle.js')
  const code = await bundledByMetro(folder, installed, PROGRAM, 'default', 'system.js')
  // The compiler of this version of React Native, also without Babel.
  const hermesc = join(installed, 'node_modules/hermes-compiler/hermesc/linux64-bin/hermesc')
  const plain = (await readFile(join(ROOT, 'dist/web/earshot-react-native.js'), 'utf8')).replace(/^import .*$/m, '').replace(/^export \{[^}]*\}/m, '')
  await writeFile(join(folder, 'plain.js'), plain)
  for (const name of ['bundle', 'plain']) {
    const { stderr } = await run(hermesc, ['-O', '-emit-binary', '-out', join(folder, `${name}.hbc`), join(folder, `${name}.js`)])
    t.notMatch(stderr, /error:/, name)
  }
  const hermes = join(installed, 'node_modules/hermes-engine-cli/linux64-bin/hermes')
  const { stdout } = await run(hermes, [file])
  const inNode = await run(process.execPath, [file])
  t.ok(code.length > 0 && inNode.stdout.includes('\\"password\\":\\"[masked]\\"'))
  t.same(pushesOf(stdout), pushesOf(inNode.stdout), 'Hermes sends what Node sends')
}

function pushesOf (printed: string): unknown[] {
  return printed.split('\n').filter(line => line.startsWith('[')).flatMap(line => JSON.parse(line) as unknown[])
}
