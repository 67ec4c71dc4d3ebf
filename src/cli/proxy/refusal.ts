// Answers of the proxy itself, if a request has no target, or if its target does not answer.
import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http'
import { rawHeader } from '../../web/capture/node/headers.js'
import type { AppResponse } from './answer.js'
import type { AppRequest } from './app-request.js'
import { HUNG_UP, type Passage } from './passage.js'
import { troubleOf } from './troubles.js'

const TEXT = 'text/plain; charset=utf-8'
const BROKE_OFF = 'the target closed the connection in the middle of its response'
/** How long an app that is still sending its body waits for a 502. */
const MAX_WAIT_MS = 1000

/** There is no answer, or not all of it. If nothing of it was passed on, the app gets a 502 with the reason instead. */
export function giveUp (error: unknown, passage: Passage, request: AppRequest, response: AppResponse): void {
  const { call, answer, target } = passage
  if (response.isRefused) return
  if (request.socket.destroyed) return call.fails(HUNG_UP)
  if (response.headersSent) return call.fails(BROKE_OFF)
  const trouble = answer && (error as { code?: unknown }).code === 'ECONNRESET' ? BROKE_OFF : troubleOf(error, target.origin)
  const headers: IncomingHttpHeaders = {}
  passage.allowAccess(headers)
  // Node may have taken over some of the target's head already.
  if (answer) headers.connection = 'close'
  passage.refused(rawHeader('HTTP/1.1 502 Bad Gateway', ['content-type', TEXT]), textOf(trouble))
  passage.targetRequest?.destroy()
  const answer502 = () => {
    if (!response.headersSent) refuse(response, 502, trouble, headers)
  }
  // If the connection is closed while the body arrives, the answer can get lost.
  const timer = setTimeout(answer502, MAX_WAIT_MS)
  whenReceived(request, () => {
    clearTimeout(timer)
    call.fails(trouble)
    answer502()
  })
}

/** Sends an answer of the proxy itself to the app, instead of one from a target. */
export function refuse (response: AppResponse, status: number, sentence: string, headers: IncomingHttpHeaders = {}): void {
  const text = textOf(sentence)
  // Node may have set this, from the target's headers, before it refused the target's head.
  response.chunkedEncoding = false
  const own = { ...headers, 'content-type': TEXT, 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, STATUS_CODES[status], own).end(text)
}

function textOf (sentence: string): string {
  return `earshot proxy: ${sentence}\n`
}

/** Calls `done` when the whole request has arrived, or when no more of it will come. Until then, its body is recorded, not forwarded. */
function whenReceived (request: AppRequest, done: () => void): void {
  if (request.complete) return done()
  const { socket } = request
  const over = () => {
    socket.off('close', over)
    done()
  }
  request.unpipe()
  request.resume().once('end', over).once('close', over)
  // Once it is answered, a request emits no `close` when its connection closes.
  socket.once('close', over)
}
