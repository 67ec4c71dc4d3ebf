// Parses bodies that are JSON. Fastify's parser refuses members with unsafe names as if the body were not JSON. This parser refuses them
// with a sentence of its own.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'

type Done = (error: Error | null, body?: unknown) => void
type ParseText = (request: FastifyRequest, text: string, done: Done) => void

export const UNSAFE_NAMES =
  'The body has a member `__proto__`, or `prototype` within `constructor`: members with these names are not accepted'

/** For addContentTypeParser, with `parseAs: 'string'`. */
export function jsonParser (app: FastifyInstance): ParseText {
  const parse = app.getDefaultJsonParser('error', 'error') as ParseText
  return (request, text, done) => {
    parse(request, text, (error, body) => { done(error && isJson(text) ? new ApiError('bad_request', UNSAFE_NAMES) : error, body) })
  }
}

function isJson (text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
