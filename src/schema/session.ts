// The session id, which every request for a session contains.
import { SESSION_ID_LENGTH } from './session-id.js'
import { Type, type Static } from './typebox.js'

/** Any 15 characters, counted as Unicode code points. */
export const SessionIdSchema = Type.String({
  minLength: SESSION_ID_LENGTH,
  maxLength: SESSION_ID_LENGTH,
  description: 'The session: any 15 characters, counted as Unicode code points. An unknown session is empty.',
  examples: ['15-characters--']
})

export const SessionQuerySchema = Type.Object({ sessionId: SessionIdSchema })
export type SessionQuery = Static<typeof SessionQuerySchema>

export const ChannelQuerySchema = Type.Object({
  sessionId: SessionIdSchema,
  since: Type.Optional(Type.String({ maxLength: 64, description: 'The last rev that the viewer has seen: resumes after it' }))
})
