// The tool that shows the messages of a stream: get_messages.
import { shortId } from './request-rows.js'
import { z, type McpServer } from './sdk.js'
import type { SessionReader } from './session-reader.js'
import { ANNOTATIONS, answering, argumentsOf, asJson, idSchema, label, type ToolKit } from './tool-kit.js'

export function addMessageTools (server: McpServer, reader: SessionReader, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('get_messages', {
    description: 'Show the messages of a WebSocket or another stream: the newest, or those after a message. Long texts are cut.',
    inputSchema: argumentsOf({
      session: sessionSchema,
      id: idSchema,
      after: z.number().int().min(0).optional().describe('Only messages after the one with this n'),
      last: z.number().int().min(1).max(1000).default(50).describe('How many of the newest messages to show'),
      limit: z.number().int().min(1).max(100_000).default(1000).describe('Show at most this many characters of each text')
    }),
    outputSchema: z.looseObject({ label, id: z.string(), messages: z.array(z.looseObject({ n: z.number() })) }),
    annotations: ANNOTATIONS
  }, answering(async ({ session, id, after, last, limit }) => {
    const { entry, messages } = await reader.messages(sessionOf(session), id, { after, last })
    return asJson({
      id: shortId(entry),
      ...entry.messages,
      messages: messages.map(({ text, base64, ...message }) => ({
        ...message, ...text !== undefined && { text: text.slice(0, limit) }, ...base64 !== undefined && { base64: base64.slice(0, limit) }
      }))
    })
  }))
}
