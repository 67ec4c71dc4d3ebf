// The API documents: /openapi.json of the routes, /asyncapi.json of the live channel, and /docs, where a person can read and try
// the former. Register it before the routes that it is to tell of, in the scope that holds them.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.js'
import { registerPageHeaders } from '../headers.js'
import { asyncApiDocument } from './asyncapi.js'
import { documented, SECURITY_SCHEMES, type Restrictions } from './operation.js'
import { OPERATIONS } from './operations.js'
import { definitions, SCHEMAS } from './references.js'
import { accessTo, type Access } from '../tokens.js'
import { VERSION } from '../version.js'

const INFO = {
  title: 'Earshot',
  version: VERSION,
  description: 'Records the HTTP requests of apps, session by session, and shows them live to whoever watches.\n\n' +
    'Every operation on a session names it in the query: `sessionId`. Errors are `{"error": "<a sentence>"}`; those of a push ' +
    'keep its envelope, `{"code": "<a word>", "message": "<a sentence>", "data": ""}`. A GET can be asked as HEAD.',
  license: { name: 'MIT', identifier: 'MIT' }
}

const TAGS = [
  { name: 'Entries', description: 'Intercepted requests and their responses' },
  { name: 'Screenshots', description: 'Pictures that belong to a session' },
  { name: 'Live channel', description: 'Changes as they happen' },
  { name: 'For operators', description: 'Load balancers, orchestrators and monitoring, and whoever reads this' }
]

const PAGE = '/docs'

export async function registerDocuments (scope: FastifyInstance, config: Config): Promise<void> {
  const restrictions = restrictionsOf(config)
  await scope.register(swagger, {
    // const is a word of 3.1; a relative server has no path that could be stripped.
    convertConstToEnum: false,
    stripBasePath: false,
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      // Relative to the document itself: right behind any proxy, whatever path and protocol it adds.
      servers: [{ url: './' }],
      externalDocs: { description: 'The messages of the live channel (AsyncAPI)', url: './asyncapi.json' },
      tags: TAGS,
      components: { ...securitySchemes(restrictions), schemas: definitions(SCHEMAS) }
    },
    transform: ({ schema, url, route }) => {
      const { config = {} } = route
      const told = config.operation ? documented(config.operation, schema ?? {}, accessTo(config), restrictions) : schema
      return { schema: told, url }
    }
  })
  const channel = asyncApiDocument(INFO, restrictions)
  scope.get('/openapi.json', { config: { operation: OPERATIONS.getOpenApi } }, async () => scope.swagger())
  scope.get('/asyncapi.json', { config: { operation: OPERATIONS.getAsyncApi } }, async () => channel)
  await scope.register(page)
}

const page = async (scope: FastifyInstance): Promise<void> => {
  await registerPageHeaders(scope)
  await scope.register(swaggerUi, {
    routePrefix: PAGE,
    theme: { title: 'Earshot: the API' },
    uiConfig: { layout: 'BaseLayout', deepLinking: true, displayRequestDuration: true },
    uiHooks: { onRequest: addSlash },
    // The page's own copy is one folder further down.
    transformSpecification: document => ({ ...document, servers: [{ url: '../' }] }),
    transformSpecificationClone: false
  })
}

// With the slash at its end, everything that the page refers to is relative to it.
function addSlash (request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const [path = ''] = request.url.split('?', 1)
  if (path.endsWith(PAGE)) reply.redirect(`.${PAGE}/`)
  else done()
}

function restrictionsOf ({ pushTokens, viewTokens, corsOrigins, rateLimit }: Config): Restrictions {
  return {
    tokens: { push: pushTokens.length > 0, view: viewTokens.length > 0 },
    origins: !corsOrigins.includes('*'),
    rate: rateLimit !== undefined
  }
}

function securitySchemes ({ tokens }: Restrictions) {
  const schemes = { ...(tokens.push && schemesOf('push', 'PUSH_TOKENS')), ...(tokens.view && schemesOf('view', 'VIEW_TOKENS')) }
  return Object.keys(schemes).length > 0 && { securitySchemes: schemes }
}

function schemesOf (access: Access, setting: string) {
  const [inHeader, inQuery] = SECURITY_SCHEMES[access]
  return {
    [inHeader]: { type: 'http' as const, scheme: 'bearer', description: `One of ${setting}` },
    [inQuery]: { type: 'apiKey' as const, in: 'query', name: 'token', description: `One of ${setting}, where no header can be sent` }
  }
}
