// Records http and https: every ClientRequest, from its first write on. We wrap methods of its prototype, because nothing else shows the
// bodies, and one method of agents, for the address. Node's diagnostics channels report responses and errors. No socket is touched.
import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { quiet } from '../core/host.js'
import type { Book } from './call.js'
import { HttpCall, type Place } from './http-call.js'
import { http } from './natives.js'
import { subscribed } from './subscribed.js'

const METHODS = ['write', 'end', 'flushHeaders'] as const
type Method = typeof METHODS[number]

/** The requests of the recorder itself. */
const unrecorded = new WeakSet<object>()

export function leaveUnrecorded (request: ClientRequest): void {
  unrecorded.add(request)
}

/** Returns a function that ends the recording. */
export function recordHttp (book: Book): () => void {
  const calls = new WeakMap<object, HttpCall>()
  const places = new WeakMap<object, Place>()
  const undo = METHODS.map(name => wrap(name, function (request) {
    const known = calls.get(request)
    if (known || unrecorded.has(request)) return known
    const call = new HttpCall(request, book, places.get(request))
    calls.set(request, call)
    return call
  }))
  undo.push(wrapAgent((request, place) => { places.set(request, place) }))
  const unsubscribe = subscribed({
    'http.client.response.finish': ({ request, response }: {
      request: ClientRequest, response: IncomingMessage
    }) => calls.get(request)?.responded(response),
    'http.client.request.error': ({ request, error }: { request: ClientRequest, error: unknown }) => calls.get(request)?.failed(error)
  })
  return () => {
    for (const end of undo) end()
    unsubscribe()
  }
}

/** Node has these methods on OutgoingMessage, which the responses of servers inherit, too. */
function wrap (name: Method, callOf: (request: ClientRequest) => HttpCall | undefined): () => void {
  const { OutgoingMessage: { prototype }, ClientRequest } = http
  const before = Object.getOwnPropertyDescriptor(prototype, name)
  if (typeof before?.value !== 'function') return () => {}
  const native = before.value as (...args: unknown[]) => unknown
  const wrapped = namedLike(native, function (this: object, ...args: unknown[]): unknown {
    if (!(this instanceof ClientRequest)) return Reflect.apply(native, this, args)
    const call = quiet(() => callOf(this))
    const result = Reflect.apply(native, this, args)
    quiet(() => call?.sent(args))
    return result
  })
  return replace(prototype, name, before, wrapped)
}

/** A request does not hold its host and port: only its agent gets them. The agent of https inherits this method. */
function wrapAgent (see: (request: object, place: Place) => void): () => void {
  const { prototype } = http.Agent
  const before = Object.getOwnPropertyDescriptor(prototype, 'addRequest')
  if (typeof before?.value !== 'function') return () => {}
  const native = before.value as (...args: unknown[]) => unknown
  const wrapped = namedLike(native, function (this: Agent, ...args: unknown[]): unknown {
    quiet(() => see(args[0] as object, args[1] as Place))
    return Reflect.apply(native, this, args)
  })
  return replace(prototype, 'addRequest', before, wrapped)
}

/** Returns a function that restores the property, unless other code has replaced it since. */
function replace (prototype: object, name: string, before: PropertyDescriptor, wrapped: unknown): () => void {
  Object.defineProperty(prototype, name, { ...before, value: wrapped })
  return () => {
    if (Object.getOwnPropertyDescriptor(prototype, name)?.value === wrapped) Object.defineProperty(prototype, name, before)
  }
}

function namedLike<Made extends (...args: never[]) => unknown> (native: { name: string, length: number }, made: Made): Made {
  for (const key of ['name', 'length'] as const) Object.defineProperty(made, key, { value: native[key], configurable: true })
  return made
}
