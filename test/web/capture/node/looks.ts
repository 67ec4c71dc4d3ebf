// The program of looks.test.ts: prints the properties and errors of all functions that the recorder replaces, and of related ones.
// Run: looks <address of an HTTP server> <address of an HTTP/2 server>
import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import { Duplex, Readable } from 'node:stream'
import { inspect } from 'node:util'

Error.stackTraceLimit = 50
const [, , address = '', address2 = ''] = process.argv
const GLOBALS = ['fetch', 'Request', 'Response', 'Headers', 'FormData', 'setTimeout', 'queueMicrotask', 'EventSource', 'WebSocket']
const OWNERS: Record<string, [owner: object, names?: string[]]> = {
  globalThis: [globalThis, GLOBALS],
  'Function.prototype': [Function.prototype],
  http: [http],
  https: [https],
  'OutgoingMessage.prototype': [http.OutgoingMessage.prototype],
  'ClientRequest.prototype': [http.ClientRequest.prototype],
  'ServerResponse.prototype': [http.ServerResponse.prototype],
  'IncomingMessage.prototype': [http.IncomingMessage.prototype],
  'Readable.prototype': [Readable.prototype],
  'Duplex.prototype': [Duplex.prototype],
  'Socket.prototype': [net.Socket.prototype],
  'http.Agent.prototype': [http.Agent.prototype],
  'https.Agent.prototype': [https.Agent.prototype]
}

function look (thing: unknown): unknown {
  if (typeof thing !== 'function') return typeof thing
  return [
    String(thing), Function.prototype.toString.call(thing), inspect(thing), Reflect.ownKeys(thing).map(String),
    inspect(Object.getOwnPropertyDescriptors(thing)), Object.getPrototypeOf(thing) === Function.prototype, Object.isExtensible(thing)
  ]
}

function lookAll (owner: object, names?: string[]): unknown[] {
  const all: Record<PropertyKey, PropertyDescriptor> = Object.getOwnPropertyDescriptors(owner)
  return (names ?? Reflect.ownKeys(all)).map(key => {
    const parts: object = all[key] ?? {}
    return [String(key), ...Object.entries(parts).map(([part, value]: [string, unknown]) => [part, typeof value === 'boolean' ? value : look(value)])]
  })
}

const stacks: Record<string, string> = {}
function stackOf (what: string, run: () => unknown): void {
  try {
    run()
    stacks[what] = 'nothing was thrown'
  } catch (error) {
    stacks[what] = error instanceof Error ? String(error.stack) : String(error)
  }
}

const called = (owner: object, name: string, self: unknown, ...args: unknown[]) =>
  Reflect.apply(Reflect.get(owner, name) as () => unknown, self, args) as unknown

/** All that an app can see of an object that the recorder touches. */
const lookAt = (object: object) => ({
  keys: Reflect.ownKeys(object).map(String),
  enumerable: Object.keys(object),
  prototype: Object.getPrototypeOf(object) === Reflect.get(object.constructor, 'prototype')
})
const NAMES = ['push', '_write', '_writev', 'close', 'request', 'cork', 'onBodySent', 'onData', 'onResponseData', 'onRequestData']
const methodsOf = (object: object) => NAMES.map(name => look(Reflect.get(object, name)))
const listenersOf = (emitter: NodeJS.EventEmitter, ...names: string[]) => names.map(name => `${name} ${emitter.listenerCount(name)}`)

const throwing = http.request(address, { method: 'POST' }).on('error', () => {})
stackOf('write of null', () => throwing.write(null))
stackOf('write of an object', () => throwing.write({}))
stackOf('write on nothing', () => called(throwing, 'write', undefined, 'a'))
stackOf('end with an object', () => throwing.end({}))
stackOf('flushHeaders on nothing', () => called(throwing, 'flushHeaders', undefined))
stackOf('addRequest of nothing', () => called(http.Agent.prototype, 'addRequest', http.globalAgent))
stackOf('toString on an object', () => called(Function.prototype, 'toString', {}))
throwing.destroy()

const request = http.request(address, { method: 'POST' })
request.end('a')
const [response] = await once(request, 'response') as [IncomingMessage]
const seen: object[] = []
diagnostics.subscribe('undici:request:create', message => { seen.push((message as { request: object }).request) })
await (await fetch(address, { method: 'POST', body: 'a' })).text()

const session = http2.connect(new URL(address2).origin)
const stream = session.request({ ':path': new URL(address2).pathname })
await once(stream, 'response')
const streams = Object.getPrototypeOf(Object.getPrototypeOf(stream)) as object
Object.assign(OWNERS, {
  'ClientHttp2Session.prototype': [Object.getPrototypeOf(session) as object],
  'ClientHttp2Stream.prototype': [Object.getPrototypeOf(stream) as object],
  'Http2Stream.prototype': [streams],
  http2: [http2]
})
stackOf('close with a text', () => stream.close('a' as unknown as number))
for (const name of ['_write', '_writev', 'close']) stackOf(`${name} on nothing`, () => called(streams, name, undefined))
stackOf('cork on nothing', () => called(Duplex.prototype, 'cork', undefined))

console.log(JSON.stringify({
  version: process.versions.node,
  looks: Object.fromEntries(Object.entries(OWNERS).map(([name, [owner, names]]) => [name, lookAll(owner, names)])),
  objects: { request: lookAt(request), response: lookAt(response), stream: lookAt(stream), fetch: seen.map(lookAt) },
  methods: [response, stream, session, ...seen].map(methodsOf),
  listeners: {
    request: [...listenersOf(request, 'close', 'error', 'response', 'upgrade', 'finish', 'socket', 'abort')],
    response: listenersOf(response, 'close', 'error', 'end', 'data', 'readable', 'aborted'),
    stream: listenersOf(stream, 'close', 'trailers', 'response', 'error', 'data', 'end', 'aborted', 'ready', 'finish', 'pause'),
    session: listenersOf(session, 'close', 'error', 'connect', 'stream', 'goaway'),
    socket: listenersOf(response.socket, 'close', 'error', 'end', 'data', 'drain'),
    process: listenersOf(process, 'exit', 'beforeExit', 'uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT', 'warning')
  },
  stacks
}))
response.resume()
stream.resume()
session.close()
