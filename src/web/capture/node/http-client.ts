// Records http and https: each ClientRequest from its first write on, because Node builds the header of the request at that moment. We wrap
// methods of its prototype, because nothing else shows the request body. We also wrap one method of agents, to learn the address. Node's
// diagnostics channels report responses and errors. Sockets are not touched, except when they become WebSockets.
import type { ClientRequest, IncomingMessage } from 'node:http'
import { quiet } from '../core/host.js'
import type { Book } from './call.js'
import { HttpCall } from './http-call.js'
import { replaceMethod } from './look-alike.js'
import type { Destination } from './rule-effect.js'
import { http } from './natives.js'
import { watchedMethod } from './own-method.js'
import { stamps } from './stamps.js'
import { subscribed } from './subscribed.js'

const METHODS = ['write', 'end', 'flushHeaders'] as const
type Method = typeof METHODS[number]

/** One stamp for all of it: to put one is slow. */
interface Known {
  /** Of the first agent: an agent for a proxy hands the request on to another. */
  place?: Destination
  /** null: a request of the recorder itself. */
  call?: HttpCall | null
}

const requests = stamps<Known>()
const responses = stamps<HttpCall>()

const body = watchedMethod('push', (response: IncomingMessage, chunk) => responses.of(response)?.received(response, chunk))

function closed (this: ClientRequest): void {
  quiet(() => requests.of(this)?.call?.closed())
}

export function leaveUnrecorded (request: ClientRequest): void {
  knownOf(request).call = null
}

/** Returns a function that ends the recording. */
export function recordHttp (book: Book): () => void {
  const undo = METHODS.map(name => wrap(name, (request, args) => {
    const known = knownOf(request)
    if (known.call === undefined) known.call = new HttpCall(request, book, known.place, closed)
    known.call?.sent(args)
  }))
  undo.push(wrapAgent((request, place) => { knownOf(request).place ??= place }))
  const unsubscribe = subscribed({
    'http.client.response.finish': ({ request, response }: { request: ClientRequest, response: IncomingMessage }) => {
      const call = requests.of(request)?.call
      if (!call?.responded(response)) return
      responses.put(response, call)
      body.watch(response)
    },
    'http.client.request.error': ({ request, error }: { request: ClientRequest, error: unknown }) => {
      requests.of(request)?.call?.failed(error)
    }
  })
  return () => {
    for (const end of undo) end()
    unsubscribe()
  }
}

function knownOf (request: object): Known {
  const before = requests.of(request)
  if (before) return before
  const known: Known = {}
  requests.put(request, known)
  return known
}

/** Node has these methods on OutgoingMessage, which the responses of servers inherit, too. */
function wrap (name: Method, see: (request: ClientRequest, args: unknown[]) => void): () => void {
  const { OutgoingMessage, ClientRequest } = http
  return replaceMethod(OutgoingMessage.prototype, name, native => ({
    call (...args) {
      const result = Reflect.apply(native, this, args)
      if (this instanceof ClientRequest) quiet(() => see(this, args))
      return result
    }
  }))
}

/** A request does not hold its host and port: only its agent gets them. The agent of https inherits this method. */
function wrapAgent (see: (request: object, place: Destination) => void): () => void {
  return replaceMethod(http.Agent.prototype, 'addRequest', native => ({
    call (...args) {
      quiet(() => see(args[0] as object, args[1] as Destination))
      return Reflect.apply(native, this, args)
    }
  }))
}
