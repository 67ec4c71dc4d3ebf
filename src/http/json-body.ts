// Bodies that are JSON: with a sentence that says what is wrong, and counted while they arrive if they may be large.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { ApiError } from '../errors.js'
import { collect } from './intake/collect.js'
import { holdOf, lengthOf, type Intake } from './intake/intake.js'

type Done = (error: Error | null, body?: unknown) => void
type ParseText = (request: FastifyRequest, text: string, done: Done) => void

const NAMES = 'The body has a member `__proto__`, or `prototype` within `constructor`: members with these names are not accepted'

/** For addContentTypeParser, with `parseAs: 'string'`. */
export function jsonParser (app: FastifyInstance): ParseText {
  const parse = app.getDefaultJsonParser('error', 'error') as ParseText
  return (request, text, done) => {
    parse(request, text, (error, body) => { done(error && isJson(text) ? new ApiError('bad_request', NAMES) : error, body) })
  }
}

/** The same for large bodies: they count toward MAX_INFLIGHT_BYTES, and have turns. The route needs `intake.hooks`. */
export function countedJsonParser (app: FastifyInstance, intake: Intake, limitBytes: number) {
  const parse = jsonParser(app)
  return (request: FastifyRequest, payload: Readable, done: Done): void => {
    collect(payload, { length: lengthOf(request), limitBytes }, holdOf(request), (error, body) => {
      if (error || !body) done(error)
      else if ('small' in body) parse(request, body.small.toString(), done)
      else intake.inTurn(holdOf(request), () => Promise.resolve(body.large.bytes.toString())).then(text => parse(request, text, done), done)
    })
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
