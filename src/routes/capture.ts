// Push, list, delete and clear entries, and whether anyone watches (specification §4.1 to 4.5).
import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Readable } from 'node:stream'
import { ApiError } from '../errors.js'
import { replyWithPushError } from '../http/errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import type { PushTally } from '../http/metrics/push-tally.js'
import type { Redactor } from '../redact/redactor.js'
import { EntryParamsSchema, type Entry } from '../schema/entry.js'
import { PushSchema } from '../schema/push.js'
import { OnlineSchema, PushReplySchema, SuccessSchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { ChangeLog } from '../store/changes.js'
import type { EntryStore } from '../store/entries.js'
import type { SessionStore } from '../store/sessions.js'
import { matchesETag } from './etag.js'
import { readFormPush, readJsonPush } from './push-body.js'

export interface CaptureOptions {
  entries: EntryStore
  log: ChangeLog
  sessions: SessionStore
  pushes: PushTally
  /** Takes secrets out of a push before anything is stored or announced. */
  redact: Redactor | undefined
}

export const captureRoutes: FastifyPluginAsyncTypebox<CaptureOptions> = async (app, { entries, log, sessions, pushes, redact }) => {
  await app.register(pushRoute, { entries, pushes, redact })
  await app.register(entryRoutes, { entries, log, sessions })
}

const pushRoute: FastifyPluginAsyncTypebox<Pick<CaptureOptions, 'entries' | 'pushes' | 'redact'>> = async (app, { entries, pushes, redact }) => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  // A browser's sendBeacon sends JSON as text/plain.
  app.addContentTypeParser<string>(['application/json', 'text/plain'], { parseAs: 'string' },
    async (_request: unknown, body: string) => readJsonPush(pushes.read(body)))
  await app.register(formbody, { parser: body => readFormPush(pushes.read(body)) })

  app.post('/raw-data', {
    config: { operation: OPERATIONS.pushEntry, access: ['push'] },
    schema: { querystring: SessionQuerySchema, body: PushSchema, response: { 200: PushReplySchema } },
    errorHandler: (error, request, reply) => { pushes.refused[replyWithPushError(error, request, reply)]++ }
  }, async ({ query, body }) => {
    const id = await entries.push(query.sessionId, redact ? redact(body) : body)
    return { code: '0' as const, message: 'ok', data: id }
  })
}

const entryRoutes: FastifyPluginAsyncTypebox<Pick<CaptureOptions, 'entries' | 'log' | 'sessions'>> = async (app, { entries, log, sessions }) => {
  // Some clients send a content type, or even a body, with a DELETE; it has no meaning and does no harm.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })

  app.get('/entries', {
    config: { operation: OPERATIONS.listEntries },
    schema: { querystring: SessionQuerySchema }
  }, async (request, reply) => {
    const session = request.query.sessionId
    const known = request.headers['if-none-match']
    if (known !== undefined) {
      const rev = await log.head(session)
      if (matchesETag(known, rev)) return reply.code(304).header('etag', `"${rev}"`).send()
    }
    const { rev, pages } = await entries.list(session)
    return reply
      .header('etag', `"${rev}"`)
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(Readable.from(jsonArray(pages), { objectMode: false }))
  })

  app.delete('/entries', {
    config: { operation: OPERATIONS.clearEntries },
    schema: { querystring: SessionQuerySchema, response: { 200: SuccessSchema } }
  }, async ({ query }) => {
    await entries.clear(query.sessionId)
    return { success: true as const }
  })

  app.delete('/entries/:id', {
    config: { operation: OPERATIONS.deleteEntry },
    schema: { params: EntryParamsSchema, querystring: SessionQuerySchema, response: { 200: SuccessSchema } }
  }, async ({ params, query }) => {
    if (!await entries.remove(query.sessionId, params.id)) throw new ApiError('not_found')
    return { success: true as const }
  })

  app.get('/online', {
    // An app asks, to push only while somebody watches; and those who watch ask.
    config: { operation: OPERATIONS.getOnline, access: ['push', 'view'] },
    schema: { querystring: SessionQuerySchema, response: { 200: OnlineSchema } }
  }, async ({ query }) => ({ online: await sessions.online(query.sessionId) }))
}

// One chunk a page, so that memory holds one page, however long the list.
async function * jsonArray (pages: AsyncIterable<Entry[]>): AsyncGenerator<string> {
  let opening = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield opening + JSON.stringify(page).slice(1, -1)
    opening = ','
  }
  yield opening === '[' ? '[]' : ']'
}
