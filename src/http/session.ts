// The session id is checked before anything else of a request: a client with a wrong one is told that first, and its body is
// not read.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

const LENGTH = 15

/** A hook for onRequest. */
export function requireSession (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const { sessionId } = request.query as { sessionId?: unknown }
  if (isSessionId(sessionId)) done()
  else done(new ApiError('bad_request', `sessionId must be given once, in the query, and be ${LENGTH} characters long`))
}

// Counted in Unicode code points, as a person mostly counts. A parameter that is repeated comes as a list, and is refused.
export function isSessionId (value: unknown): boolean {
  return typeof value === 'string' && [...value].length === LENGTH
}
