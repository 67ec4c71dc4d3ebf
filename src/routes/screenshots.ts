// The screenshots of a session, and the bytes of each.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { ScreenshotParamsSchema, ScreenshotSchema } from '../schema/screenshot.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { ScreenshotStore } from '../store/screenshots.js'

export interface ScreenshotsOptions {
  screenshots: ScreenshotStore
}

export const screenshotRoutes: FastifyPluginAsyncTypebox<ScreenshotsOptions> = async (app, { screenshots }) => {
  app.get('/screenshots', {
    config: { operation: OPERATIONS.listScreenshots },
    schema: { querystring: SessionQuerySchema, response: { 200: Type.Array(ScreenshotSchema) } }
  }, async ({ query }) => await screenshots.list(query.sessionId))

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
