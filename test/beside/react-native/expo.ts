// Tests the fetch of Expo, which is the global fetch of apps that use Expo. Its JavaScript is Expo's own; a stand-in replaces its native
// half, and makes real requests.
import type { Test } from 'tap'
import { build } from 'esbuild'
import { EventEmitter, once } from 'node:events'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { list, newSession } from '../../support/client.js'
import { until } from '../../support/until.js'
import { openServers, type Servers } from '../../web/capture/node/places.js'
import { openApp } from '../../web/capture/react-native/app.js'

export async function checkExpo (t: Test, installed: string, url: string): Promise<void> {
  const code = await bundled(installed)
  const servers = await openServers()
  t.teardown(() => servers.close())
  const visit = async (session?: string) => {
    servers.forget()
    const app = await openApp()
    Object.assign(app, GLOBALS)
    app.eval(code)
    if (session) app.Earshot.start({ url, session })
    t.teardown(() => app.Earshot.stop())
    return JSON.parse(JSON.stringify([await asksAll(app.fetch, servers), servers.seen('/c0')])) as unknown
  }
  const without = await visit()
  const session = newSession()
  t.same(await visit(session), without, 'the app and the server saw the same')
  const entries = async () => await list({ url }, session)
  await until('all is recorded', async () => (await entries()).length === 9 && (await entries()).every(({ timeConsuming }) => timeConsuming > 0))
  t.same((await entries()).map(({ method, api, request, responseHeader, response, note }) =>
    [method, api.replace(/.*\/c0/, ''), request ?? '', responseHeader.split(' ')[1]?.trim(), (response ?? '').slice(0, 22), note].join(' ').trim()), [
    'GET /json  200 {"a": 1.0, "b": [12345', 'POST /echo a=1 200 a=1', 'GET /png  200 data:image/png;base64,', 'GET /missing  404 {"error":"none"}',
    'GET /events  200  response body not recorded: a stream', 'GET /big  200  response body not recorded: a stream', 'GET /json?clone  200 {"a": 1.0, "b": [12345',
    'GET /hang  0  canceled: Error: fetch failed: Error: aborted', 'GET /reset  0  Error: fetch failed: Error: socket hang up'
  ])
}

async function asksAll (ask: typeof fetch, servers: Servers): Promise<unknown[]> {
  const base = `${servers.places.http}/c0`
  const got: unknown[] = []
  const first = await ask(`${base}/json`)
  got.push(first.status, first.ok, await first.json(), first.bodyUsed, await first.text().catch(String))
  got.push(await (await ask(`${base}/echo`, { method: 'post', body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } })).text())
  got.push((await (await ask(`${base}/png`)).arrayBuffer()).byteLength)
  const missing = await ask(`${base}/missing`)
  got.push(missing.status, missing.headers.get('x-a'), await missing.text())
  for (const path of ['events', 'big']) {
    const reader = (await ask(`${base}/${path}`)).body!.getReader() as ReadableStreamDefaultReader<Uint8Array>
    let bytes = 0
    for (let read = await reader.read(); !read.done; read = await reader.read()) bytes += read.value.length
    got.push(bytes)
  }
  const original = await ask(`${base}/json?clone`)
  got.push(await original.clone().text(), await original.text())
  const abort = new AbortController()
  const hung = ask(`${base}/hang`, { signal: abort.signal }).catch(String)
  await until('the server has the request that it never answers', async () => servers.seen('/c0/hang').length > 0)
  abort.abort()
  got.push(await hung, await ask(`${base}/reset`).catch(String))
  return got
}

/** Expo's fetch, as the global one. */
async function bundled (installed: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: "import { fetch } from './src/winter/fetch/fetch'; globalThis.fetch = fetch", resolveDir: join(installed, 'expo/package') },
    plugins: [{
      name: 'native',
      setup (build) {
        build.onResolve({ filter: /^(?:react-native|expo-modules-core)(?:\/|$)/ }, ({ path }) => ({ path, namespace: 'native' }))
        build.onLoad({ filter: /./, namespace: 'native' }, () => ({ contents: 'export const requireNativeModule = () => globalThis.native; export default {}' }))
      }
    }],
    define: { __DEV__: 'true' },
    bundle: true,
    format: 'iife',
    write: false,
    tsconfigRaw: '{}',
    logLevel: 'error'
  })
  return outputFiles[0]?.text ?? ''
}

class NativeResponse extends EventEmitter {
  reply: IncomingMessage | undefined
  get bodyUsed () { return false }
  get _rawHeaders () { return Object.entries(this.reply?.headers ?? {}).map(([name, value]) => [name, String(value)]) }
  get status () { return this.reply?.statusCode ?? -1 }
  get statusText () { return this.reply?.statusMessage ?? '' }
  get url () { return '' }
  get redirected () { return false }
  async text () { return (await buffer(this.reply!)).toString() }
  async arrayBuffer () { return Uint8Array.from(await buffer(this.reply!)).buffer }
  cancelStreaming () { this.reply?.destroy() }

  async startStreaming () {
    this.reply?.on('data', (piece: Buffer) => this.emit('didReceiveResponseData', new Uint8Array(piece)))
      .on('end', () => this.emit('didComplete')).on('error', error => this.emit('didFailWithError', error.message))
    return null
  }
}

class NativeRequest {
  private sent: ClientRequest | undefined

  constructor (private readonly response: NativeResponse) {}

  async start (url: string, { method, headers }: { method: string, headers: [string, string][] }, body: Uint8Array | null) {
    this.sent = httpRequest(url, { method, headers: Object.fromEntries(headers) })
    this.sent.end(body ?? undefined)
    const [reply] = await once(this.sent, 'response') as [IncomingMessage]
    this.response.reply = reply
  }

  cancel () { this.sent?.destroy(new Error('aborted')) }
}

/** What Expo, and native code, give an app. */
const GLOBALS = {
  native: { NativeRequest, NativeResponse },
  expo: { modules: {} },
  ReadableStream,
  TextEncoder,
  TextDecoder,
  URLSearchParams,
  ArrayBuffer,
  Uint8Array
}
