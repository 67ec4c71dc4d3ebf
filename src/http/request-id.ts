// The id of a request, by which the logs of proxies, of this service and of clients are joined: the one that came in where
// it is sane, else a new one; it goes out with every reply. It has nothing to do with an entry's requestId.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const REQUEST_ID_HEADER = 'x-request-id'

// Anybody may send one: it must be no burden to the log.
const SANE = /^[\w.:+/=-]{1,128}$/

export function requestIdOf ({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID()
}

/** A hook for onRequest. */
export function tellRequestId (request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header(REQUEST_ID_HEADER, request.id)
  done()
}
