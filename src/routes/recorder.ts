// Reports to viewers which browser has loaded the recorder of a session, for the page that waits for the first request. The recorder
// requests its second part with the session in the address; the User-Agent of that request names the browser and the device.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { readUserAgent } from '../exchange/user-agent.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { RecorderSchema } from '../schema/reply.js'
import { SessionQuerySchema } from '../schema/session.js'
import { isSessionId } from '../schema/session-id.js'
import type { RecorderNotes } from '../store/recorder-notes.js'

export interface RecorderOptions {
  recorderNotes: RecorderNotes
}

export const recorderRoute: FastifyPluginAsyncTypebox<RecorderOptions> = async (app, { recorderNotes }) => {
  app.get('/recorder', {
    config: { operation: OPERATIONS.getRecorder },
    schema: { querystring: SessionQuerySchema, response: { 200: RecorderSchema } }
  }, async ({ query }) => {
    const [browser, device] = await recorderNotes.read(query.sessionId) ?? []
    return { loaded: browser !== undefined, ...browser && { browser }, ...device && { device } }
  })
}

/** Call the function when the second part is asked for. Nothing waits for it: no page needs Redis to get its script. */
export function notingRecorders (notes: RecorderNotes): (request: FastifyRequest) => void {
  return request => { note(request, notes).catch(() => {}) }
}

// Does nothing if the query of the address is no session.
async function note ({ originalUrl, headers }: FastifyRequest, notes: RecorderNotes): Promise<void> {
  const session = decoded(originalUrl.slice(originalUrl.indexOf('?') + 1))
  if (session === undefined || !isSessionId(session) || !originalUrl.includes('?')) return
  const { browser = '', device = '' } = readUserAgent(headers['user-agent'] ?? '')
  await notes.note(session, [browser, device])
}

function decoded (text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
