// The session as a HAR (contract §12), to be passed on.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { startMsOf } from '../exchange/outcome.js'
import type { HarWriter } from '../har/har-writer.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { VERSION } from '../http/version.js'
import type { Entry } from '../schema/entry.js'
import { HarQuerySchema } from '../schema/listing.js'
import type { EntryStore } from '../store/entries.js'
import type { PageBudget } from '../store/page-budget.js'
import type { EntryWork } from './entry-work.js'
import { JSON_ARRAY, chunksOf } from './json-list.js'
import { pagedReply, textOrStream } from './paged-reply.js'
import { select, selectionOf } from './selection.js'

export interface HarExportOptions {
  entries: EntryStore
  pages: PageBudget
  work: EntryWork
}

type Writer = Omit<HarWriter, 'entry'> & { entry: (entry: Entry) => string | Promise<string> }

export const harExportRoute: FastifyPluginAsyncTypebox<HarExportOptions> = async (app, { entries, pages: budget, work }) => {
  app.get('/har', {
    config: { operation: OPERATIONS.exportHar },
    schema: { querystring: HarQuerySchema }
  }, async (request, reply) => {
    const { sessionId, filter, last, secrets = 'redact' } = request.query
    const selection = selectionOf({ filter, last })
    const { turn, onTaken } = pagedReply(request, reply, budget)
    const { pages } = await select(entries.pages, work, sessionId, selection, turn)
    const writer = work.harWriter({ title: `Session ${sessionId}`, version: VERSION, secrets })
    reply.headers({ 'content-disposition': `attachment; filename="${fileName(sessionId)}"`, 'cache-control': 'no-store' }).type(JSON_ARRAY.type)
    // Of whole entries, because no fields are chosen.
    return reply.send(await textOrStream(harText(writer, pages as AsyncIterable<Entry[]>, onTaken)))
  })
}

async function * harText (writer: Writer, pages: AsyncIterable<Entry[]>, onTaken: () => void): AsyncGenerator<string> {
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

function fileName (session: string): string {
  return `earshot-${session.replace(/[^\w.~-]+/g, '_')}.har`
}
