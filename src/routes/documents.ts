// The API documents: /openapi.json for the routes, /asyncapi.json for the live channel, and /docs, where people can read the
// OpenAPI document and try its requests.
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { asyncApiDocument } from '../http/documents/asyncapi.js'
import type { Restrictions } from '../http/documents/operation.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { registerPageHeaders } from '../http/headers.js'

export interface DocumentsOptions {
  restrictions: Restrictions
}

const PAGE = '/docs'

export const documentRoutes: FastifyPluginAsync<DocumentsOptions> = async (app, { restrictions }) => {
  const channel = asyncApiDocument(restrictions)
  app.get('/openapi.json', { config: { operation: OPERATIONS.getOpenApi } }, async () => app.swagger())
  app.get('/asyncapi.json', { config: { operation: OPERATIONS.getAsyncApi } }, async () => channel)
  await app.register(pageRoutes)
}

const pageRoutes: FastifyPluginAsync = async app => {
  await registerPageHeaders(app)
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    theme: { title: 'Earshot: the API' },
    uiConfig: { layout: 'BaseLayout', deepLinking: true, displayRequestDuration: true },
    uiHooks: { onRequest: addSlash },
    // The page is one folder deeper than the document.
    transformSpecification: document => ({ ...document, servers: [{ url: '../' }] }),
    transformSpecificationClone: false
  })
}

// The links of the page are relative, so its own path must end with a slash.
function addSlash (request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const [path = ''] = request.url.split('?', 1)
  if (path.endsWith(PAGE)) reply.redirect(`.${PAGE}/`)
  else done()
}
