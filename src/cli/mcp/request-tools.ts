// The tools that show requests or screenshots by id: get_request, compare_requests, compare_with_last_good, get_screenshot.
import type { Entry } from '../../schema/entry.js'
import { EXIT, Failure } from '../failure.js'
import { compare, linesOf } from './comparison.js'
import { factsOf, PARTS, partsOf } from './request-facts.js'
import { shortId } from './request-rows.js'
import { z, type McpServer } from './sdk.js'
import type { SessionReader } from './session-reader.js'
import { ANNOTATIONS, answering, argumentsOf, asJson, idSchema, label, type ToolResult, type ToolKit } from './tool-kit.js'

const differenceSchema = z.looseObject({ label, a: z.string(), b: z.string() })

export function addRequestTools (server: McpServer, reader: SessionReader, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('get_request', {
    description: 'Show one request: headers and bodies. Long parts are cut; the result says where.',
    inputSchema: argumentsOf({
      session: sessionSchema,
      id: idSchema,
      parts: z.array(z.enum(PARTS)).default(['request-headers', 'request-body', 'response-headers', 'response-body']),
      limit: z.number().int().min(1).max(100_000).default(10_000).describe('Show at most this many characters of each part'),
      offset: z.number().int().min(0).default(0).describe('First character to show')
    }),
    outputSchema: z.looseObject({ label, id: z.string(), method: z.string(), url: z.string(), verdict: z.string() }),
    annotations: ANNOTATIONS
  }, answering(async ({ session, id, parts, limit, offset }) => {
    const entry = await reader.entry(sessionOf(session), id)
    return asJson({ ...factsOf(entry, reader.codes), ...partsOf(entry, parts, limit, offset) })
  }))

  server.registerTool('compare_requests', {
    description: 'What differs between two requests: URL, status, headers by name, JSON bodies by value, items of lists by their ' +
      'ids; values that were added, removed or have another type come first.',
    inputSchema: argumentsOf({ session: sessionSchema, a: idSchema, b: idSchema }),
    outputSchema: differenceSchema,
    annotations: ANNOTATIONS
  }, answering(async ({ session, a, b }) => {
    const of = sessionOf(session)
    const [before, after] = [await reader.entry(of, a), await reader.entry(of, b)]
    return differences(before, after)
  }))

  server.registerTool('compare_with_last_good', {
    description: 'Find out why a request (b) failed: compare it with a successful request (a) of the same method and path: the last ' +
      'one before it, or else the first one after it. Ids in the path may differ.',
    inputSchema: argumentsOf({ session: sessionSchema, id: idSchema }),
    outputSchema: differenceSchema,
    annotations: ANNOTATIONS
  }, answering(async ({ session, id }) => {
    const of = sessionOf(session)
    const entry = await reader.entry(of, id)
    const good = await reader.lastGood(of, entry)
    if (!good) {
      throw new Failure(`No other request of this method and path succeeded in session ${of}, so ${id} cannot be compared`, EXIT.no)
    }
    return differences(good, entry)
  }))

  server.registerTool('get_screenshot', {
    description: 'Show a screenshot that was uploaded to the session: the newest, or one by its id.',
    inputSchema: argumentsOf({ session: sessionSchema, id: z.string().max(100).optional() }),
    annotations: ANNOTATIONS
  }, answering(async ({ session, id }) => await reader.screenshot(sessionOf(session), id)))
}

function differences (before: Entry, after: Entry): ToolResult {
  const [a, b, found] = [shortId(before), shortId(after), compare(before, after)]
  const lines = linesOf(found)
  return { text: [`From ${a} (a) to ${b} (b):`, ...lines.length > 0 ? lines : ['no difference']].join('\n'), data: { a, b, ...found } }
}
