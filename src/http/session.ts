// Checks the session id before the other parameters and the body. If the id is not valid, the client gets the error about the id, and the
// body is not read.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { isSessionId, SESSION_ID_LENGTH } from '../schema/session-id.js'

/** A hook for onRequest. A repeated parameter comes as an array, and is refused. */
export function requireSession (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const { sessionId } = request.query as { sessionId?: unknown }
  if (isSessionId(sessionId)) done()
  else done(new ApiError('bad_request', `sessionId must be given once, in the query, and be ${SESSION_ID_LENGTH} characters long`))
}
