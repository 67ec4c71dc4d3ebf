// The session id, checked before anything else of a request: a client that has it wrong hears of that first, and no body is
// read for it.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

const LENGTH = 15

/** A hook for onRequest. */
export function requireSession (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const { sessionId } = request.query as { sessionId?: unknown }
  if (isSessionId(sessionId)) done()
  else done(new ApiError('bad_request', `sessionId must be given once, in the query, and be ${LENGTH} characters long`))
}

// Counted in code points, as a person counts, mostly; a repeated parameter comes as a list.
export function isSessionId (value: unknown): boolean {
  return typeof value === 'string' && [...value].length === LENGTH
}
