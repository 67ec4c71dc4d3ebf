// Node's own functions, saved when the recorder was loaded: fake timers of the app must not stop the recorder, and HTTP mocks must not
// intercept its requests.
import type * as Http from 'node:http'
import type * as Https from 'node:https'
import { createRequire } from 'node:module'
import net, { type NetConnectOpts } from 'node:net'
import tls, { type ConnectionOptions } from 'node:tls'

export const { setTimeout: later, clearTimeout: never, setImmediate: inNextTurn } = globalThis
export const soon = process.nextTick.bind(process)
export const { now: wallClockMs } = Date
export const utf8Bytes = (text: string) => Buffer.byteLength(text)
export const nowMs = performance.now.bind(performance)

// Not imported: an import reads all exports, and with one of them Node loads its own undici, which replaces that of the app.
const require = createRequire(import.meta.url)
export const http = require('node:http') as typeof Http
const https = require('node:https') as typeof Https
const [askPlainly, askSecurely] = [http.request, https.request]

const { Socket } = net
const nativeConnect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => net.Socket
const { connect: secured } = tls

function connected (options: NetConnectOpts): net.Socket {
  return Reflect.apply(nativeConnect, new Socket(), [options])
}

/** A function like `request` of http and https, with an agent of its own. */
export interface OwnClient { ask: typeof http.request, agent: Http.Agent }

export function ownClient (isSecure: boolean): OwnClient {
  const { Agent } = isSecure ? https : http
  const createConnection = isSecure
    ? (options: ConnectionOptions & NetConnectOpts) => secured({ ...options, socket: connected(options) })
    : connected
  return {
    ask: isSecure ? askSecurely : askPlainly,
    agent: Object.assign(new Agent({ keepAlive: true, maxSockets: 2 }), { createConnection })
  }
}
