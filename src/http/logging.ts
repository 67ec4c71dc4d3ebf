// How the service logs: pino's JSON lines, without any data that apps have pushed.
import type { FastifyServerOptions } from 'fastify'

/** Gets the lines instead of stdout. */
export interface LogStream { write (line: string): void }

export function loggerOptions (level: string, stream: LogStream | undefined): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return { level, ...stream && { stream }, serializers: { err: describeError, req: describeRequest } }
}

// Not pino's own serializer: it copies every property of an error, and an error from Redis contains the command with all arguments.
function describeError (error: Error) {
  return { type: error.name, message: error.message, stack: error.stack ?? '' }
}

// Only the path: a query may contain a token.
function describeRequest (request: { method: string, url: string, socket: { remoteAddress?: string | undefined } }) {
  return { method: request.method, path: request.url.split('?', 1)[0] ?? '', remoteAddress: request.socket.remoteAddress ?? '' }
}
