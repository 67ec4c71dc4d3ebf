// The session as a HAR, to be passed on, and recordings from elsewhere (contract §12).
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../errors.js'
import { startMsOf } from '../exchange/outcome.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { holdOf } from '../http/intake/intake.js'
import { VERSION } from '../http/version.js'
import { fileNameOf } from '../saved/file-name.js'
import type { Entry } from '../schema/entry.js'
import { ExportQuerySchema } from '../schema/listing.js'
import { SessionQuerySchema, type SessionQuery } from '../schema/session.js'
import type { PageBudget } from '../store/page-budget.js'
import type { ReadPush } from './batch-body.js'
import type { EntryHarWriter, EntryWork } from './entry-work.js'
import { JSON_ARRAY, chunksOf } from './json-list.js'
import { pagedReply, textOrStream } from './paged-reply.js'
import { PushBodies } from './push-bodies.js'
import { recordEach, replyWith, type Told } from './push-list.js'
import type { PushOptions } from './push.js'
import { select, selectionOf } from './selection.js'

export interface HarOptions extends PushOptions {
  pages: PageBudget
  work: EntryWork
}

// What others ask of Redis comes between.
const AT_ONCE = 100

export const harRoutes: FastifyPluginAsyncTypebox<HarOptions> = async (app, options) => {
  const { entries, pushes, intake, pages: budget, work } = options
  const bodies = new PushBodies(options)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', 'text/plain'], bodies.parserOf('har'))

  app.get('/har', {
    config: { operation: OPERATIONS.exportHar },
    schema: { querystring: ExportQuerySchema }
  }, async (request, reply) => {
    const { sessionId, filter, last, secrets = 'redact' } = request.query
    const { turn, onTaken } = pagedReply(request, reply, budget)
    const { pages } = await select(entries.pages, work, sessionId, selectionOf({ filter, last }), turn)
    const writer = work.harWriter({ title: `Session ${sessionId}`, version: VERSION, secrets })
    reply.headers({ 'content-disposition': `attachment; filename="${fileNameOf(sessionId, 'har')}"`, 'cache-control': 'no-store' }).type(JSON_ARRAY.type)
    // Of whole entries, because no fields are chosen.
    return reply.send(await textOrStream(harText(writer, pages as AsyncIterable<Entry[]>, onTaken)))
  })

  app.post<{ Body: ReadPush[] | undefined, Querystring: SessionQuery }>('/har', {
    config: { operation: OPERATIONS.importHar, access: ['push'] },
    schema: { querystring: SessionQuerySchema },
    onRequest: intake.admit,
    errorHandler: bodies.refuse
  }, async request => {
    const { body, query } = request
    if (!body) throw new ApiError('bad_request', 'The body is empty')
    const told: Told[] = []
    for (let at = 0; at < body.length; at += AT_ONCE) {
      // Nobody waits for the rest where the client has hung up.
      if (at > 0 && holdOf(request).isReleased) break
      told.push(...await recordEach(body.slice(at, at + AT_ONCE), query.sessionId, request, entries))
    }
    request.hold?.release()
    return replyWith(told, pushes)
  })
}

async function * harText (writer: EntryHarWriter, pages: AsyncIterable<Entry[]>, onTaken: () => void): AsyncGenerator<string> {
  let before: string | undefined
  for await (const page of pages) {
    for (let entry = page.shift(); entry; entry = page.shift()) {
      before ??= writer.head(startMsOf(entry))
      for (const chunk of chunksOf(before + await writer.entry(entry))) {
        yield chunk
        onTaken()
      }
      before = writer.between
    }
  }
  yield (before === undefined ? writer.head() : '') + writer.tail
}
