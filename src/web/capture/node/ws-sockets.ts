// Records the messages of the package `ws`, no matter which version or copy the app loads: every `ws` stores its WebSocket on the upgraded
// socket, under a symbol, before it listens to the socket. Methods of the WebSocket show received messages after decompression, and sent
// ones before compression.
import type { Duplex } from 'node:stream'
import { quiet } from '../core/host.js'
import { MESSAGE_BYTES } from '../core/message.js'
import type { SocketLog } from '../core/socket-log.js'
import { bytesIn } from './bytes-in.js'
import type { Call } from './call.js'
import type { Native } from './look-alike.js'
import { watchedMethod } from './own-method.js'
import { stamps } from './stamps.js'

interface Socket { call: Call, log: SocketLog }
interface WebSocket { readyState: number, emit: unknown, send: unknown }

const sockets = stamps<Socket>()
const upgrading = stamps<Call>()
const OPEN = 1

const EMIT = watchedMethod('emit', (socket: object, name, args) => heard(sockets.of(socket), name, args))
const SEND = watchedMethod('send', (socket: WebSocket, data, args) => {
  if (socket.readyState === OPEN) message(sockets.of(socket), 'out', data, args[1])
})
const ON = watchedMethod('on', (socket: Duplex) => {
  const call = upgrading.of(socket)
  const found = call && webSocketOf(socket)
  if (!found) return
  Reflect.deleteProperty(socket, 'on')
  meet(found, call)
})

/** The socket of this request is upgraded now; its listeners run next. Returns a function to call after them. */
export function meetWebSocket (socket: Duplex, call: Call): () => void {
  if (upgrading.of(socket)) return () => {}
  upgrading.put(socket, call)
  ON.watch(socket)
  return () => { Reflect.deleteProperty(socket, 'on') }
}

function webSocketOf (socket: Duplex): WebSocket | undefined {
  const symbol = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'websocket')
  const found = symbol && Reflect.get(socket, symbol) as WebSocket | undefined
  return typeof found?.send === 'function' && typeof found.emit === 'function' ? found : undefined
}

function meet (socket: WebSocket, call: Call): void {
  const log = call.becomesSocket()
  if (!log || sockets.of(socket)) return
  sockets.put(socket, { call, log })
  EMIT.watch(socket)
  SEND.watch(socket)
  log.opened()
}

function heard (socket: Socket | undefined, name: unknown, [, first, second]: unknown[]): void {
  if (!socket) return
  const { call, log } = socket
  // Version 7 gives a text as a string, and does not tell whether it is binary.
  if (name === 'message') message(socket, 'in', second === false ? textOf(first) : first)
  else if (name === 'error') log.error(first instanceof Error ? first.message : String(first))
  else if (name === 'close') call.end(log.closed(first, textOf(second)))
}

function message (socket: Socket | undefined, dir: 'in' | 'out', data: unknown, options?: unknown): void {
  if (!socket) return
  const isText = (options as { binary?: unknown } | undefined)?.binary === false
  const bytes = bytesIn(data)
  if (data instanceof Blob) quiet(() => lateBlob(socket.log, dir, data))
  else if (Array.isArray(data)) socket.log.message(dir, Buffer.concat(data as Buffer[]))
  else if (bytes) socket.log.message(dir, isText ? textOf(bytes) : bytes)
  else socket.log.message(dir, typeof data === 'number' ? String(data) : data)
}

function textOf (data: unknown): string {
  if (typeof data === 'string') return data
  const bytes = Array.isArray(data) ? Buffer.concat(data as Buffer[]) : bytesIn(data)
  return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() : ''
}

const { prototype: blobs } = Blob
const [slice, read] = [Reflect.get(blobs, 'slice') as Native, Reflect.get(blobs, 'arrayBuffer') as Native]

/** The bytes of a Blob are there only later. */
export function lateBlob (log: SocketLog, dir: 'in' | 'out', blob: Blob): void {
  const done = log.lateMessage(dir, blob.size)
  const start = slice.call(blob, 0, MESSAGE_BYTES)
  const reading = read.call(start) as Promise<ArrayBuffer>
  reading.then(bytes => done(new Uint8Array(bytes)), () => done(undefined)).catch(() => {})
}
