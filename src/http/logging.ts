// How the service logs: pino's JSON lines, without anything of what apps have pushed.
import type { FastifyServerOptions } from 'fastify'

/** Takes the lines in place of stdout. */
export interface LogStream { write (line: string): void }

export function loggerOptions (level: string, stream: LogStream | undefined): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return { level, ...stream && { stream }, serializers: { err: describeError, req: describeRequest } }
}

// Not pino's own: it copies every property of an error, and one of Redis's carries the command with all its arguments.
function describeError (error: Error) {
  return { type: error.name, message: error.message, stack: error.stack ?? '' }
}

// The path only: a query may hold a token.
function describeRequest (request: { method: string, url: string, socket: { remoteAddress?: string | undefined } }) {
  return { method: request.method, path: request.url.split('?', 1)[0] ?? '', remoteAddress: request.socket.remoteAddress ?? '' }
}
