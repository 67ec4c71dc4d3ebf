// The session id is checked before the other parameters and the body: a client with an invalid id gets this error first, and its
// body is not read.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

const LENGTH = 15

/** A hook for onRequest. */
export function requireSession (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  const { sessionId } = request.query as { sessionId?: unknown }
  if (isSessionId(sessionId)) done()
  else done(new ApiError('bad_request', `sessionId must be given once, in the query, and be ${LENGTH} characters long`))
}

// Counts Unicode code points, which mostly agrees with how people count. A repeated parameter comes as an array, and is refused.
export function isSessionId (value: unknown): boolean {
  return typeof value === 'string' && [...value].length === LENGTH
}
