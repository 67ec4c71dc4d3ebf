// Records the messages of the WebSockets of Node and of the package undici. No diagnostics channel reports the messages, and none reports a
// socket before its `open` event. So from an upgrade until that event, we watch `dispatchEvent` of all objects, because both kinds of
// WebSocket dispatch all events with it; after that, we watch only methods of the socket.
import { quiet } from '../core/host.js'
import type { SocketLog } from '../core/socket-log.js'
import { bytesIn } from './bytes-in.js'
import type { Call } from './call.js'
import { replaceMethod } from './look-alike.js'
import { later, never } from './natives.js'
import { watchedMethod } from './own-method.js'
import { stamps } from './stamps.js'
import { lateBlob } from './ws-sockets.js'

interface Socket { call: Call, log: SocketLog }
interface WebSocket { url: string, readyState: number }
interface Upgraded { url: string, call: Call, forget: () => void }

/** A program may upgrade a connection without a WebSocket. */
const TIMEOUT_MS = 1000
const OPEN = 1
const { prototype: targets } = EventTarget
const sockets = stamps<Socket>()
let waiting: Upgraded[] = []
let endWatch = () => {}

const DISPATCH = watchedMethod('dispatchEvent', (socket: object, event) => heard(sockets.of(socket), event as Event))
const SEND = watchedMethod('send', (socket: WebSocket, data) => {
  const { log } = sockets.of(socket) ?? {}
  if (log && socket.readyState === OPEN) message(log, 'out', data)
})

/** The connection of this request was upgraded. `unclaimed` is called if there is no WebSocket. */
export function awaitWebSocket (url: string, call: Call, unclaimed: () => void): void {
  const upgraded: Upgraded = { url, call, forget: () => never(timer) }
  const timer = later(() => {
    take(upgraded)
    unclaimed()
  }, TIMEOUT_MS).unref()
  if (waiting.push(upgraded) === 1) endWatch = watchAll()
}

function take (upgraded: Upgraded): void {
  upgraded.forget()
  waiting = waiting.filter(one => one !== upgraded)
  if (waiting.length === 0) endWatch()
}

function watchAll (): () => void {
  return replaceMethod(targets, 'dispatchEvent', native => ({
    call (...args) {
      const [event] = args as [Event]
      if (event?.type === 'open') quiet(() => met(this as WebSocket))
      return Reflect.apply(native, this, args)
    }
  }))
}

function met (socket: WebSocket): void {
  if (socket?.readyState !== OPEN || typeof socket.url !== 'string' || sockets.of(socket)) return
  const url = socket.url.replace(/^ws/, 'http').replace(/#.*/, '')
  const upgraded = waiting.find(one => one.url === url)
  if (!upgraded) return
  take(upgraded)
  const log = upgraded.call.becomesSocket()
  if (!log) return
  sockets.put(socket, { call: upgraded.call, log })
  DISPATCH.watch(socket)
  SEND.watch(socket)
  log.opened()
}

function heard (socket: Socket | undefined, event: Event): void {
  if (!socket) return
  const { call, log } = socket
  if (event.type === 'message') message(log, 'in', (event as MessageEvent).data)
  else if (event.type === 'error') log.error((event as Event & { message?: string }).message || 'error')
  else if (event.type === 'close') {
    const { code, reason } = event as Event & { code: number, reason: string }
    call.end(log.closed(code, reason))
  }
}

function message (log: SocketLog, dir: 'in' | 'out', data: unknown): void {
  if (data instanceof Blob) lateBlob(log, dir, data)
  else log.message(dir, bytesIn(data) ?? data)
}
