// The tools that look at what they are told the id of: get_request, compare_requests, get_screenshot.
import { compare } from './comparison.js'
import { factsOf, PARTS, partsOf } from './request-facts.js'
import { z, type McpServer } from './sdk.js'
import type { SessionReader } from './session-reader.js'
import { ANNOTATIONS, answering, idSchema, type ToolKit } from './tool-kit.js'

export function addRequestTools (server: McpServer, reader: SessionReader, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('get_request', {
    description: 'Show one request: headers and bodies. Long parts are cut, and it is said where.',
    inputSchema: {
      session: sessionSchema,
      id: idSchema,
      parts: z.array(z.enum(PARTS)).default(['request-headers', 'request-body', 'response-headers', 'response-body']),
      limit: z.number().int().min(1).max(100_000).default(10_000).describe('Characters of each part'),
      offset: z.number().int().min(0).default(0).describe('From which character on')
    },
    annotations: ANNOTATIONS
  }, answering(async ({ session, id, parts, limit, offset }) => {
    const entry = await reader.entry(sessionOf(session), id)
    return { ...factsOf(entry), ...partsOf(entry, parts, limit, offset) }
  }))

  server.registerTool('compare_requests', {
    description: 'What differs between two requests: address, status, headers by name, JSON bodies by value.',
    inputSchema: { session: sessionSchema, a: idSchema, b: idSchema },
    annotations: ANNOTATIONS
  }, answering(async ({ session, a, b }) => {
    const of = sessionOf(session)
    return compare(await reader.entry(of, a), await reader.entry(of, b))
  }))

  server.registerTool('get_screenshot', {
    description: 'Show a screenshot that was uploaded to the session: the newest, or one by its id.',
    inputSchema: { session: sessionSchema, id: idSchema.optional() },
    annotations: ANNOTATIONS
  }, answering(async ({ session, id }) => await reader.screenshot(sessionOf(session), id)))
}
