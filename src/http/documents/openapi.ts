// The OpenAPI document of the routes: made from their schemas, and from the texts in operations.ts.
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { accessTo, type Access } from '../tokens.js'
import { VERSION } from '../version.js'
import { documented, SECURITY_SCHEMES, type Restrictions } from './operation.js'
import { definitions, SCHEMAS } from './references.js'

const DESCRIPTION = 'Records the HTTP requests of apps, session by session, and shows them live to all viewers.\n\n' +
  'Every operation on a session needs its id in the query: `sessionId`. Errors are `{"error": "<a sentence>"}`; errors of pushes ' +
  'are `{"code": "<a word>", "message": "<a sentence>", "data": ""}`. HEAD works on every path that has GET.'

const TAGS = [
  { name: 'Entries', description: 'Recorded requests and their responses' },
  { name: 'Screenshots', description: 'Screenshots of the app, as part of a session' },
  { name: 'Rules', description: 'How viewers change the requests of apps that opt in: other responses, delays, failures' },
  { name: 'Live channel', description: 'Changes as they happen' },
  { name: 'For operators', description: 'Endpoints for load balancers, orchestrators and monitoring, and the API documents' }
]

/** Call it in the scope of the routes, before they are registered. Later, `scope.swagger()` returns the document. */
export async function describeRoutes (scope: FastifyInstance, restrictions: Restrictions): Promise<void> {
  await scope.register(swagger, {
    // OpenAPI 3.1 has `const`, and a relative server has no path to strip.
    convertConstToEnum: false,
    stripBasePath: false,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Earshot', version: VERSION, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
      // Relative to the document itself, so that it is correct behind any proxy, with any path and protocol.
      servers: [{ url: './' }],
      externalDocs: { description: 'The messages of the live channel (AsyncAPI)', url: './asyncapi.json' },
      tags: TAGS,
      components: { ...securitySchemes(restrictions), schemas: definitions(SCHEMAS) }
    },
    transform: ({ schema, url, route }) => {
      const { config = {} } = route
      const documentedSchema = config.operation ? documented(config.operation, schema ?? {}, accessTo(config), restrictions) : schema
      return { schema: documentedSchema, url }
    }
  })
}

function securitySchemes ({ tokens }: Restrictions) {
  const schemes = {
    ...(tokens.push && schemesOf('push', 'PUSH_TOKENS')),
    ...(tokens.view && schemesOf('view', 'VIEW_TOKENS')),
    ...(tokens.rule && schemesOf('rule', 'RULE_TOKENS (if not set: VIEW_TOKENS)'))
  }
  return Object.keys(schemes).length > 0 && { securitySchemes: schemes }
}

function schemesOf (access: Access, setting: string) {
  const [inHeader, inQuery] = SECURITY_SCHEMES[access]
  return {
    [inHeader]: { type: 'http' as const, scheme: 'bearer', description: `One of ${setting}` },
    [inQuery]: { type: 'apiKey' as const, in: 'query', name: 'token', description: `One of ${setting}, if no header can be sent` }
  }
}
