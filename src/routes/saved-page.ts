// The session as one HTML file that opens anywhere, to be passed on: what the page's own export makes, for scripts.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { VERSION } from '../http/version.js'
import { fileNameOf } from '../saved/file-name.js'
import { savedPage } from '../saved/saved-page.js'
import type { Entry } from '../schema/entry.js'
import { ExportQuerySchema } from '../schema/listing.js'
import type { EntryStore } from '../store/entries.js'
import type { PageBudget } from '../store/page-budget.js'
import type { ScreenshotStore } from '../store/screenshots.js'
import { eachEntry } from './each-entry.js'
import type { EntryWork } from './entry-work.js'
import { chunksOf } from './json-list.js'
import { pagedReply, textOrStream } from './paged-reply.js'
import { select, selectionOf } from './selection.js'

export interface SavedPageOptions {
  entries: EntryStore
  screenshots: ScreenshotStore
  pages: PageBudget
  work: EntryWork
  /** Where the built page is. */
  folder: string
}

export const savedPageRoute: FastifyPluginAsyncTypebox<SavedPageOptions> = async (app, { entries, screenshots, pages: budget, work, folder }) => {
  app.get('/page', {
    config: { operation: OPERATIONS.savePage },
    schema: { querystring: ExportQuerySchema }
  }, async (request, reply) => {
    const { sessionId, filter, last, secrets = 'redact' } = request.query
    const selection = selectionOf({ filter, last })
    const template = await templateIn(folder)
    const { turn, onTaken } = pagedReply(request, reply, budget)
    const { pages } = await select(entries.pages, work, sessionId, selection, turn)
    reply.headers({ 'content-disposition': `attachment; filename="${fileNameOf(sessionId, 'html')}"`, 'cache-control': 'no-store' }).type('text/html; charset=utf-8')
    return reply.send(await textOrStream(inChunks(savedPage({
      template,
      about: { version: VERSION, session: sessionId, savedMs: Date.now(), isPart: filter !== undefined || last !== undefined, secrets },
      // Of whole entries, because no fields are chosen.
      entries: eachEntry(pages as AsyncIterable<Entry[]>, onTaken),
      textOf: work.savedText(secrets),
      gzip: texts => pipeline(Readable.from(texts), createGzip(), () => {}),
      screenshots: async () => await screenshots.list(sessionId),
      imageOf: async id => (await screenshots.read(sessionId, id))?.image
    }))))
  })
}

const templates = new Map<string, Promise<string>>()

/** Read once. Of a page that is not built there is none. */
function templateIn (folder: string): Promise<string> {
  const known = templates.get(folder)
  if (known) return known
  const read = readFile(join(folder, 'saved-page.html'), 'utf8').catch(() => {
    templates.delete(folder)
    throw new ApiError('not_found', 'The page is not built: npm run build')
  })
  templates.set(folder, read)
  return read
}

async function * inChunks (pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield * chunksOf(piece)
}
