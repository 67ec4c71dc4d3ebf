// Turns anything that is thrown in a request into one response and one log line. Bodies, headers and query strings never
// reach the log: they are users' secrets.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ApiErrorCode } from '../errors.js'
import { isSessionId } from '../schema/session-id.js'
import { tooLarge } from './too-large.js'

/** `{"error": "<a sentence>"}` (docs/api.md). */
export function replyWithError (error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asApiError(error, request)
  logOnce(known, error, request)
  withHead(reply, known).send({ error: known.message })
}

/** The push's own envelope: `{"code": "<word>", "message": "<a sentence>", "data": ""}`. Returns the code. */
export function replyWithPushError (error: unknown, request: FastifyRequest, reply: FastifyReply): ApiErrorCode {
  const known = asApiError(error, request)
  logOnce(known, error, request)
  withHead(reply, known).send({ code: known.code, message: known.message, data: '' })
  return known.code
}

export function replyNotFound (_request: FastifyRequest, reply: FastifyReply): void {
  reply.code(404).send({ error: 'Not found' })
}

/** For data that is not valid HTTP: there is no request and no reply object, only a socket. */
export function refuseConnection (error: ConnectionError, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return
  endWith(socket, ...NODE_ERRORS[error.code] ?? [400, 'This is not valid HTTP'])
}

/** For an upgrade to WebSocket whose handshake is not valid. */
export function refuseHandshake (error: Error, socket: Duplex): void {
  endWith(socket, 400, `This is not a valid WebSocket handshake: ${error.message}`)
}

function endWith (socket: Duplex, status: number, sentence: string): void {
  const body = JSON.stringify({ error: sentence })
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n` +
    `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  closeSoon(socket)
}

// Not closed at once: while input is unread, a close makes the kernel drop the response. It does not wait for the peer to close,
// either, because some peers never do.
function closeSoon (socket: Duplex): void {
  const timer = setTimeout(() => { socket.destroy() }, LINGER_MS)
  socket.once('close', () => { clearTimeout(timer) }).resume()
}

const LINGER_MS = 2000

const NODE_ERRORS: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers, or the URL, are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive']
}

function withHead (reply: FastifyReply, error: ApiError): FastifyReply {
  return reply.code(error.status).headers(error.headers).type('application/json; charset=utf-8')
}

// Errors of Fastify and its plugins have a code and a status; those that the client caused get a sentence.
function asApiError (error: unknown, { routeOptions: { bodyLimit = 0, config } }: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  const { statusCode = 500, code = '', message } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge('The body', bodyLimit)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupported(Object.keys(config?.operation?.bodies ?? {}))
  const known = FASTIFY_ERRORS[code]
  if (known) return new ApiError(...known)
  if (statusCode === 413) return new ApiError('too_large', message)
  if (statusCode === 415) return new ApiError('unsupported_media_type')
  if (statusCode >= 400 && statusCode < 500) return new ApiError('bad_request', message)
  return new ApiError('internal')
}

/** `types`: the content types that the route supports. */
function unsupported (types: string[]): ApiError {
  const last = types.at(-1)
  const supported = types.length > 1 ? `${types.slice(0, -1).join(', ')} or ${last}` : last
  return new ApiError('unsupported_media_type', supported && `This content type is not supported: send ${supported}`)
}

const FASTIFY_ERRORS: Record<string, [ApiErrorCode, string]> = {
  FST_ERR_BAD_URL: ['bad_request', 'The path of the URL is not valid'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', 'The body is not as long as its Content-Length says'],
  FST_FILES_LIMIT: ['bad_request', 'The form must have only one file part'],
  FST_FIELDS_LIMIT: ['bad_request', 'The form has too many fields'],
  FST_PARTS_LIMIT: ['bad_request', 'The form has too many parts'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['unsupported_media_type', 'The body must be multipart/form-data']
}

function logOnce (known: ApiError, error: unknown, request: FastifyRequest): void {
  // A request whose URL cannot be parsed has no query.
  const query = request.query as { sessionId?: unknown } | null
  const session = isSessionId(query?.sessionId) ? query.sessionId : undefined
  const about = { session, method: request.method, route: request.routeOptions.url, code: known.code }
  if (known.status < 500) request.log.info(about, 'refused')
  else if (known.code === 'internal') request.log.error({ ...about, err: error }, 'failed')
  else request.log.warn({ ...about, err: known.cause }, 'failed')
}
