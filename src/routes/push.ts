// Push an entry (specification §4.1): its start, its end, or both in one.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { OPERATIONS } from '../http/documents/operations.js'
import { replyWithPushError } from '../http/errors.js'
import { collect, type Collected } from '../http/intake/collect.js'
import { holdOf, lengthOf, type Intake } from '../http/intake/intake.js'
import { PushSchema } from '../schema/push.js'
import { PushReplySchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { EntryStore } from '../store/entries.js'
import type { PushFields } from './push-body.js'
import type { PushKind } from './push-reader.js'
import type { PushReading } from './push-reading.js'
import type { PushTally } from './push-tally.js'

export interface PushOptions {
  entries: EntryStore
  pushes: PushTally
  intake: Intake
  reading: PushReading
  bodyLimitBytes: number
}

type Done = (error: Error | null, body?: PushFields) => void

export const pushRoute: FastifyPluginAsyncTypebox<PushOptions> = async (app, { entries, pushes, intake, reading, bodyLimitBytes }) => {
  app.removeAllContentTypeParsers()
  // A browser's sendBeacon sends JSON as text/plain.
  app.addContentTypeParser(['application/json', 'text/plain'], parserOf('json'))
  app.addContentTypeParser('application/x-www-form-urlencoded', parserOf('form'))

  app.post('/raw-data', {
    config: { operation: OPERATIONS.pushEntry, access: ['push'] },
    schema: { querystring: SessionQuerySchema, body: PushSchema, response: { 200: PushReplySchema } },
    onRequest: intake.admit,
    errorHandler: (error, request, reply) => {
      request.hold?.release()
      pushes.refused[replyWithPushError(error, request, reply)]++
    }
  }, async request => {
    const id = await entries.push(request.query.sessionId, request.body)
    request.hold?.release()
    return { code: '0' as const, message: 'ok', data: id }
  })

  function parserOf (kind: PushKind) {
    return (request: FastifyRequest, payload: Readable, done: Done): void => {
      const expected = { length: lengthOf(request), limitBytes: bodyLimitBytes }
      collect(payload, expected, holdOf(request), (error, body) => {
        if (error || !body) done(error)
        else if ('small' in body) readSmall(kind, body.small, done)
        else readLarge(request, kind, body).then(push => done(null, push), done)
      })
    }
  }

  function readSmall (kind: PushKind, body: Buffer, done: Done): void {
    pushes.bodyBytes += body.length
    let push: PushFields | undefined
    try {
      push = reading.here(kind, body)
    } catch (error) {
      return done(error as Error)
    }
    done(null, push)
  }

  function readLarge (request: FastifyRequest, kind: PushKind, { large }: Extract<Collected, { large: unknown }>): Promise<PushFields | undefined> {
    pushes.bodyBytes += large.length
    return intake.inTurn(holdOf(request), () => reading.inThread(kind, large))
  }
}
