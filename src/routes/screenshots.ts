// The screenshots of a session, and the bytes of each.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import type { ScreenshotUrl } from '../http/screenshot-url.js'
import { ScreenshotParamsSchema, ScreenshotSchema } from '../schema/screenshot.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { ScreenshotStore } from '../store/screenshots.js'

export interface ScreenshotsOptions {
  screenshots: ScreenshotStore
  urlOf: ScreenshotUrl
}

export const screenshotRoutes: FastifyPluginAsyncTypebox<ScreenshotsOptions> = async (app, { screenshots, urlOf }) => {
  app.get('/screenshots', {
    config: { operation: OPERATIONS.listScreenshots },
    schema: { querystring: SessionQuerySchema, response: { 200: Type.Array(ScreenshotSchema) } }
  }, async ({ query: { sessionId } }) => {
    const stored = await screenshots.list(sessionId)
    return stored.map(screenshot => ({ ...screenshot, url: urlOf(sessionId, screenshot.id) }))
  })

  app.get('/screenshots/:id', {
    config: { operation: OPERATIONS.getScreenshot },
    schema: { params: ScreenshotParamsSchema, querystring: SessionQuerySchema }
  }, async ({ params, query }, reply) => {
    const screenshot = await screenshots.read(query.sessionId, params.id)
    if (!screenshot) throw new ApiError('not_found')
    return reply
      .type(screenshot.type)
      // Anybody may have uploaded it: whatever a browser makes of the bytes, it must run nothing and load nothing.
      .header('content-security-policy', "default-src 'none'; sandbox")
      // Its id never names another image.
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(screenshot.image)
  })
}
