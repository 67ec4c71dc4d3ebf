// Saves the session as one HTML file that opens anywhere. The page's own export makes the same file; this route is for scripts.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { VERSION } from '../http/version.js'
import { gzipped } from '../reading/compression.js'
import { listing } from '../reading/listing.js'
import type { Readers } from '../reading/readers.js'
import { asBuffer, asFile, partsOf, readingFor, sendParts } from '../reading/response.js'
import { selectionOf } from '../reading/selection.js'
import { savedPage, savedTemplate, type SavedTemplate } from '../saved/saved-page.js'
import { ExportQuerySchema } from '../schema/listing.js'
import type { ScreenshotStore } from '../store/screenshots.js'

export interface SavedPageRouteOptions {
  screenshots: ScreenshotStore
  readers: Readers
  /** Where the built page is. */
  folder: string
}

export const savedPageRoute: FastifyPluginAsyncTypebox<SavedPageRouteOptions> = async (app, { screenshots, readers, folder }) => {
  const saving = { config: { operation: OPERATIONS.savePage }, schema: { querystring: ExportQuerySchema } }

  // Registered before GET: otherwise Fastify derives HEAD from GET, which reads the session only to drop it.
  app.head('/page', saving, async ({ query: { sessionId, filter, last } }, reply) => {
    selectionOf({ filter, last })
    return asFile(reply, sessionId, 'html').send()
  })

  app.get('/page', saving, async (request, reply) => {
    const { sessionId, filter, last, secrets = 'redact' } = request.query
    const selection = selectionOf({ filter, last })
    const template = await templateIn(folder)
    const reading = readingFor(request, reply, readers, sessionId)
    const { first, rest, written } = await listing(reading, sessionId, selection, { name: 'saved', secrets })
    const pieces = savedPage({
      template,
      about: { version: VERSION, session: sessionId, savedMs: Date.now(), isPart: filter !== undefined || last !== undefined, secrets },
      lines: partsOf(first, rest),
      written,
      gzip: gzipped,
      base64: bytes => asBuffer(bytes).toString('base64'),
      screenshots: async () => await screenshots.list(sessionId),
      imageOf: async ({ id, size }) => await reading.roomForImage(size) ? (await screenshots.read(sessionId, id))?.image : undefined
    })
    // The budget counts the slice or the image from which a piece is made, so the size of the piece itself is not reported.
    const page = { resize: () => undefined, touch: () => { reading.touch() }, takeEncoder: () => reading.takeEncoder() }
    return sendParts(request, asFile(reply, sessionId, 'html'), page, new Uint8Array(0), encoded(pieces))
  })
}

async function * encoded (pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

const templates = new Map<string, Promise<SavedTemplate<Uint8Array>>>()

/** Read once, and shared by all responses, because it is about 1 MB. Rejects with `not_found` if the page is not built. */
function templateIn (folder: string): Promise<SavedTemplate<Uint8Array>> {
  const known = templates.get(folder)
  if (known) return known
  const read = readFile(join(folder, 'saved-page.html'), 'utf8').then(html => {
    const { before, after } = savedTemplate(html)
    return { before: Buffer.from(before), after: Buffer.from(after) }
  }, () => {
    templates.delete(folder)
    throw new ApiError('not_found', 'The page is not built: run `npm run build`')
  })
  templates.set(folder, read)
  return read
}
