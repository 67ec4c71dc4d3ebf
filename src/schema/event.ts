// The messages of the live channel (docs/api.md, "The live channel").
import { Type, type Static } from './typebox.js'
import { EntryParamsSchema, EntrySchema } from './entry.js'
import { MarkSchema } from './mark.js'
import { ReceivedSchema } from './message.js'
import { RulesSchema } from './rule.js'
import { ScreenshotSchema } from './screenshot.js'

const place = {
  rev: Type.String({
    description: "The change's position in the session's change log; compare it for equality only", examples: ['1795250000000-1']
  }),
  prev: Type.String({
    description: 'The rev of the change before this one. On one connection, it equals the `rev` of the previous message',
    examples: ['1795250000000-0']
  })
}

export const ConnectedSchema = Type.Object({
  type: Type.Literal('connected'),
  data: Type.Integer({ description: 'Number of entries in the session', examples: [12] }),
  rev: Type.String({ description: 'The `prev` of the next change message', examples: ['1795250000000-0'] }),
  rules: Type.Optional(Type.Literal(true, {
    description: 'Present if rules were ever written for this session; `GET /capture/rules` returns them. Missing ' +
      'otherwise, or if rules are off in the service'
  })),
  resumed: Type.Optional(Type.Boolean({ description: 'Whether all missed changes follow; present only if `since` was given' }))
}, { description: 'The first message of every connection' })

export const EntryReceivedSchema =
  Type.Object({ type: Type.Literal('entry-received'), data: EntrySchema, ...place }, { description: 'A new entry was recorded' })
export const EntryUpdatedSchema =
  Type.Object({ type: Type.Literal('entry-updated'), data: EntrySchema, ...place }, {
    description: 'An entry was updated; the message contains the whole current entry'
  })
export const EntryMarkedSchema = Type.Object({
  type: Type.Literal('entry-marked'),
  data: Type.Object({ ...EntryParamsSchema.properties, mark: Type.Optional(MarkSchema) }),
  ...place
}, { description: 'The mark of an entry was set, changed or removed; without `mark`, the entry has no mark now' })
export const MessagesReceivedSchema = Type.Object({ type: Type.Literal('messages-received'), data: ReceivedSchema, ...place }, {
  description: 'Messages of an entry have arrived; at most one announcement per entry every 100 ms. If messages of several entries are ' +
    'announced together, `rev` equals `prev` in all announcements but the last'
})
export const RulesChangedSchema = Type.Object({ type: Type.Literal('rules-changed'), data: RulesSchema, ...place }, {
  description: 'The rules of the session were written. Bodies larger than 4 KiB are replaced by their fingerprints'
})
export const DeletedSchema =
  Type.Object({ type: Type.Literal('deleted'), data: EntryParamsSchema, ...place }, {
    description: 'An entry was deleted, alone or by a clear up to a given entry; or an entry or a screenshot was evicted'
  })
export const ClearedSchema =
  Type.Object({ type: Type.Literal('cleared'), ...place }, { description: 'All entries of the session were deleted' })
export const ScreenshotReceivedSchema =
  Type.Object({ type: Type.Literal('screenshot-received'), data: ScreenshotSchema, ...place }, { description: 'A screenshot was uploaded' })
export const PongSchema = Type.Object({ type: Type.Literal('pong') }, { description: 'The response to a ping' })

export const ChangeMessageSchema =
  Type.Union([
    EntryReceivedSchema, EntryUpdatedSchema, EntryMarkedSchema, MessagesReceivedSchema, RulesChangedSchema, DeletedSchema,
    ClearedSchema, ScreenshotReceivedSchema
  ])

export type Connected = Static<typeof ConnectedSchema>
export type ChangeMessage = Static<typeof ChangeMessageSchema>
export type Pong = Static<typeof PongSchema>

/** The one message that a client sends. */
export const PingSchema = Type.Object({ type: Type.Literal('ping') }, { description: 'A heartbeat; clients usually send one every 30 s' })

/** The messages of both sides, by name. */
export const MESSAGES = {
  fromService: {
    Connected: ConnectedSchema,
    EntryReceived: EntryReceivedSchema,
    EntryUpdated: EntryUpdatedSchema,
    EntryMarked: EntryMarkedSchema,
    MessagesReceived: MessagesReceivedSchema,
    RulesChanged: RulesChangedSchema,
    Deleted: DeletedSchema,
    Cleared: ClearedSchema,
    ScreenshotReceived: ScreenshotReceivedSchema,
    Pong: PongSchema
  },
  fromViewer: { Ping: PingSchema }
}
