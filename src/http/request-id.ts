// The id of a request, which connects the log lines of proxies, of this service and of clients. It is the id that the request
// brought, if that is acceptable, else a new one; every response has it. It has nothing to do with an entry's requestId.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const REQUEST_ID_HEADER = 'x-request-id'

// Anybody may send an id: only short ones with harmless characters may get into the log.
const ACCEPTABLE_ID = /^[\w.:+/=-]{1,128}$/

export function requestIdOf ({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && ACCEPTABLE_ID.test(given) ? given : randomUUID()
}

/** A hook for onRequest. */
export function sendRequestId (request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header(REQUEST_ID_HEADER, request.id)
  done()
}
