// Passes the response of a target on to the app. The head of the response is sent with the first piece of its body, so that the app gets a
// 502 with a reason if the response breaks off before that piece. The head of an event stream (SSE) is sent at once: the first event may
// come much later.
import { ServerResponse, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeader } from 'node:http'
import type { AppRequest } from './app-request.js'
import type { RecordedCall } from './recorder-thread.js'

/** The proxy's response to the app. */
export class AppResponse extends ServerResponse<AppRequest> {
  /** The proxy itself answers, instead of the target. */
  get isRefused (): boolean {
    return this.req.passage?.isRefused === true
  }

  /** The library destroys the response if the target's answer breaks off. An answer of the proxy itself must still arrive. */
  override destroy (error?: Error): this {
    return this.isRefused ? this : super.destroy(error)
  }
}

/**
 * Passes the body of `answer` on, and records it. Call it before other listeners are added to `answer`. Returns a function: call that when
 * the headers are as the app gets them; it sends the head of an event stream at once. `refuse`: called if Node does not accept the head;
 * nothing is sent yet.
 */
export function passOn (answer: IncomingMessage, response: AppResponse, call: RecordedCall, refuse: (error: unknown) => void): () => void {
  const sendHead = () => {
    if (response.headersSent) return true
    if (response.isRefused) return false
    try {
      writeHead(answer, response)
      return true
    } catch (error) {
      refuse(error)
      return false
    }
  }
  // Not by pipe(), which adds and removes seven listeners: most bodies are one piece.
  answer.on('data', (piece: Buffer) => {
    if (response.isRefused || !sendHead()) return
    call.receives(piece)
    if (response.write(piece)) return
    answer.pause()
    response.once('drain', () => { answer.resume() })
  }).on('end', () => {
    if (response.isRefused || !sendHead()) return
    call.ends()
    passTrailers(answer, response)
    response.end()
  })
  return () => {
    const type = answer.headers['content-type']
    if (type !== undefined && /^text\/event-stream/i.test(type) && sendHead()) response.flushHeaders()
  }
}

/** Call it when `from` has ended, and before `to` is ended. Trailers are sent only if the length of the body is not announced. */
export function passTrailers ({ rawTrailers }: IncomingMessage, to: ServerResponse | ClientRequest): void {
  if (rawTrailers.length === 0) return
  const pairs: [string, string][] = []
  for (let n = 0; n + 1 < rawTrailers.length; n += 2) pairs.push([rawTrailers[n] ?? '', rawTrailers[n + 1] ?? ''])
  to.addTrailers(pairs)
}

function writeHead (answer: IncomingMessage, response: AppResponse): void {
  const { headers, rawHeaders, statusCode = 0, statusMessage = '' } = answer
  fitBody(headers, response.req, statusCode)
  // Clients ignore the reason; Node refuses to write one with control characters.
  const reason = INVALID_REASON_CHARS.test(statusMessage) ? statusMessage.replace(new RegExp(INVALID_REASON_CHARS, 'g'), '') : statusMessage
  response.writeHead(statusCode, reason, outgoingHeaders(headers, rawHeaders))
}

const INVALID_REASON_CHARS = /[^\t -~\u0080-\u00FF]/

/** Names and values alternate, with the names as the target spells them: Node writes such a list without looking each name up. */
function outgoingHeaders (headers: IncomingHttpHeaders, rawHeaders: readonly string[]): OutgoingHttpHeader[] {
  const pairs: OutgoingHttpHeader[] = []
  const spelled = new Map<string, string>()
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] ?? ''
    spelled.set(name.toLowerCase(), name)
  }
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value !== undefined) pairs.push(spelled.get(name) ?? name, value)
  }
  return pairs
}

/** Removes, in place, what does not apply to the body as the app gets it: Node sends it in chunks, or closes the connection after it. */
function fitBody (headers: IncomingHttpHeaders, { method, httpVersion }: IncomingMessage, status: number): void {
  const codings = headers['transfer-encoding']
  const isEmpty = status === 204 || status === 304
  const isChunked = codings !== undefined && /\bchunked\s*$/i.test(codings)
  if (isChunked) headers['content-length'] = undefined
  else if (codings !== undefined) headers.connection = 'close'
  if (httpVersion === '1.0' || isEmpty || codings?.toLowerCase() === 'identity') headers['transfer-encoding'] = undefined
  // Node throws if trailers are announced for a body that has no chunks.
  if (!isChunked || isEmpty || httpVersion === '1.0' || method === 'HEAD') headers.trailer = undefined
}
