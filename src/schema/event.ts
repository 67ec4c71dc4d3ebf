// The messages of the live channel (specification §6, contract §5).
import { Type, type Static } from 'typebox'
import { EntrySchema } from './entry.js'
import { ScreenshotSchema } from './screenshot.js'

const place = {
  rev: Type.String({ description: "The change's place in the session's change log; compare for equality only" }),
  prev: Type.String({ description: 'The rev before it' })
}

export const ConnectedSchema = Type.Object({
  type: Type.Literal('connected'),
  data: Type.Integer({ description: 'Number of entries in the session' }),
  rev: Type.String({ description: 'Where the messages that follow begin' }),
  resumed: Type.Optional(Type.Boolean({ description: 'Whether all that was missed follows; only where `since` was given' }))
})

export const EntryReceivedSchema = Type.Object({ type: Type.Literal('entry-received'), data: EntrySchema, ...place })
export const EntryUpdatedSchema = Type.Object({ type: Type.Literal('entry-updated'), data: EntrySchema, ...place })
export const DeletedSchema = Type.Object({ type: Type.Literal('deleted'), data: Type.Object({ id: Type.String() }), ...place })
export const ClearedSchema = Type.Object({ type: Type.Literal('cleared'), ...place })
export const ScreenshotReceivedSchema =
  Type.Object({ type: Type.Literal('screenshot-received'), data: ScreenshotSchema, ...place })
export const PongSchema = Type.Object({ type: Type.Literal('pong') })

export const ChangeMessageSchema =
  Type.Union([EntryReceivedSchema, EntryUpdatedSchema, DeletedSchema, ClearedSchema, ScreenshotReceivedSchema])

export type Connected = Static<typeof ConnectedSchema>
export type ChangeMessage = Static<typeof ChangeMessageSchema>
export type Pong = Static<typeof PongSchema>

/** The one message that a client sends. */
export const PingSchema = Type.Object({ type: Type.Literal('ping') })
