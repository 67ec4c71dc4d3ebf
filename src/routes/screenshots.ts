// The screenshots of a session, and the bytes of each.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from '../schema/typebox.js'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import type { ScreenshotUrl } from '../http/screenshot-url.js'
import type { Readers } from '../reading/readers.js'
import { readingFor } from '../reading/response.js'
import { ScreenshotParamsSchema, ScreenshotSchema } from '../schema/screenshot.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { ScreenshotStore } from '../store/screenshots.js'

export interface ScreenshotsOptions {
  screenshots: ScreenshotStore
  readers: Readers
  urlOf: ScreenshotUrl
}

const NO_SCREENSHOT = 'There is no such screenshot in this session'

export const screenshotRoutes: FastifyPluginAsyncTypebox<ScreenshotsOptions> = async (app, { screenshots, readers, urlOf }) => {
  app.get('/screenshots', {
    config: { operation: OPERATIONS.listScreenshots },
    schema: { querystring: SessionQuerySchema, response: { 200: Type.Array(ScreenshotSchema) } }
  }, async ({ query: { sessionId } }) => {
    const stored = await screenshots.list(sessionId)
    return stored.map(screenshot => ({ ...screenshot, url: urlOf(sessionId, screenshot.id) }))
  })

  const bytes = {
    config: { operation: OPERATIONS.getScreenshot },
    schema: { params: ScreenshotParamsSchema, querystring: SessionQuerySchema }
  }

  // Registered before GET: otherwise Fastify derives HEAD from GET, which reads the image only to drop it.
  app.head('/screenshots/:id', bytes, async ({ params, query }, reply) => {
    const screenshot = await screenshots.describe(query.sessionId, params.id)
    if (!screenshot) throw new ApiError('not_found', NO_SCREENSHOT)
    return imageOf(reply, screenshot.type).header('content-length', screenshot.size).send()
  })

  app.get('/screenshots/:id', bytes, async (request, reply) => {
    const { params: { id }, query: { sessionId } } = request
    const described = await screenshots.describe(sessionId, id)
    // An image may be as large as many pages: it is read only when the budget has room for it.
    const hasRoom = described && await readingFor(request, reply, readers, sessionId).roomForImage(described.size)
    const screenshot = hasRoom ? await screenshots.read(sessionId, id) : undefined
    if (!screenshot) throw new ApiError('not_found', NO_SCREENSHOT)
    return imageOf(reply, screenshot.type).send(screenshot.image)
  })
}

function imageOf (reply: FastifyReply, type: string): FastifyReply {
  return reply
    .type(type)
    // Anybody may have uploaded it: however a browser interprets the bytes, it must run nothing and load nothing.
    .header('content-security-policy', "default-src 'none'; sandbox")
    // Its id never names another image.
    .header('cache-control', 'private, max-age=86400, immutable')
}
