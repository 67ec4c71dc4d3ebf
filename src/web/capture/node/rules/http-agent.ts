// Applies rules to http and https. An agent gets each request as soon as it is created, before the app has set all headers and written the
// body. So a rule can match a request only by its method and its address, and can only answer or fail it, not change it or delay it on its
// way to the server.
import type { ClientRequest } from 'node:http'
import { bytesOf, type Answer } from '../../../../rules/answer.js'
import type { StartingRequest } from '../../../../rules/starting-request.js'
import type { Picked } from '../../../../rules/rule-book.js'
import { quiet } from '../../core/host.js'
import { addressOf } from '../http-call.js'
import { replaceMethod } from '../look-alike.js'
import type { Destination } from '../rule-effect.js'
import { http } from '../natives.js'
import { AnsweringSocket } from './answering-socket.js'
import { httpAbortError, networkError } from './errors.js'

export interface HttpRuling {
  readonly isActive: boolean
  /** Undefined if no rule ends the request. The request is remembered for its record. */
  pickHttp (asked: StartingRequest, request: ClientRequest, place: Destination): Picked | undefined
  /** Calls `done` with false if the rule ends before. Returns a function that ends the wait. */
  wait (picked: Picked, ms: number, done: (isRuled: boolean) => void): () => void
}

/** Returns a function that ends this. */
export function ruleHttp (ruling: HttpRuling): () => void {
  return replaceMethod(http.Agent.prototype, 'addRequest', native => ({
    call (...args) {
      const [request, place] = args as [ClientRequest, Destination & { timeout?: number }]
      const picked = ruling.isActive ? quiet(() => pickFor(request, place, ruling)) : undefined
      const socket = picked && quiet(() => answered(request, picked, ruling, (this as { options?: { timeout?: number } }).options?.timeout))
      return socket ? undefined : Reflect.apply(native, this, args)
    }
  }))
}

function pickFor (request: ClientRequest, place: Destination, ruling: HttpRuling): Picked | undefined {
  if (request.method === 'CONNECT' || request.getHeader('upgrade') !== undefined) return undefined
  const asked: StartingRequest = { method: request.method, url: addressOf(request, place), headers: undefined, body: undefined }
  return ruling.pickHttp(asked, request, place)
}

function answered (request: ClientRequest, picked: Picked, ruling: HttpRuling, agentTimeout: number | undefined): AnsweringSocket {
  const { end, delayMs } = picked
  const socket = new AnsweringSocket(request.protocol === 'https:')
  request.onSocket(socket)
  const { timeout = agentTimeout } = request as ClientRequest & { timeout?: number }
  if (timeout !== undefined && timeout > 0) socket.setTimeout(timeout)
  const isHanging = end?.type === 'fail' && end.how === 'timeout'
  // A server answers when it has the whole request. The rule may end while the request waits, but its body is already taken.
  request.once('finish', () => {
    const cancel = ruling.wait(picked, isHanging ? Infinity : delayMs, () => {
      if (end?.type === 'respond') socket.push(responseOf(end.answer, request.method))
      else if (end?.how === 'abort') request.destroy(httpAbortError())
      else socket.destroy(networkError())
    })
    socket.on('close', cancel)
  })
  return socket
}

function responseOf ({ status, statusText, headers, content }: Answer, method: string): Buffer {
  const lines = [`HTTP/1.1 ${status} ${statusText}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', '']
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), ...method === 'HEAD' ? [] : [bytesOf(content)]])
}
