// The messages of an entry that is a stream: a WebSocket, an EventSource, or a response that consists of events or messages (docs/api.md,
// "Messages").
import { Type, type Static } from './typebox.js'

const n = Type.Integer({
  minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The number of the message within the entry, from 1', examples: [1]
})

export const MessageSchema = Type.Object({
  n,
  at: Type.Number({ minimum: 0, description: "Milliseconds since the entry's startTime", examples: [412.5] }),
  dir: Type.Enum(['in', 'out'], { description: '`in`: the app received it; `out`: the app sent it' }),
  kind: Type.Enum(['text', 'binary', 'event', 'open', 'close', 'error'], { description: 'The kind of the message', examples: ['text'] }),
  size: Type.Integer({ minimum: 0, description: 'The size of the whole message in bytes, even if `text` is cut', examples: [11] }),
  text: Type.Optional(Type.String({ description: 'The content, if it is text', examples: ['{"price":42}'] })),
  base64: Type.Optional(Type.String({ description: 'The content in base64, if it is binary' })),
  event: Type.Optional(Type.String({
    description: 'The name of a server-sent event. For gRPC and Connect, what is special about the message: `trailers`, ' +
      '`end of stream`, `compressed`, `incomplete`',
    examples: ['price']
  })),
  lastEventId: Type.Optional(Type.String({ description: 'The last event id of a server-sent event' })),
  cut: Type.Optional(Type.Boolean({ description: 'Whether only the beginning of the content is kept' }))
}, { description: 'One message of a stream' })
export type Message = Static<typeof MessageSchema>

const kept = {
  bytes: Type.Integer({ minimum: 0, description: 'The size of the messages that are kept, as they are stored' }),
  dropped: Type.Integer({ minimum: 0, description: 'How many messages of the entry are not kept' })
}

/** The totals of an entry's messages. */
export const MessageTotalsSchema = Type.Object({
  count: Type.Integer({ minimum: 1, description: 'How many messages are kept', examples: [12] }), ...kept
}, { description: 'The messages of the entry; missing if it has none' })
export type MessageTotals = Static<typeof MessageTotalsSchema>

/** What viewers get when messages have arrived: the state of the entry's messages, without their texts. */
export const ReceivedSchema = Type.Object({
  id: Type.String({ description: 'The id of the entry', examples: ['1-5f0c2a9be714'] }),
  requestId: Type.String({ description: 'The requestId of the entry', examples: ['request-1'] }),
  first: { ...n, description: 'The `n` of the oldest message that is kept' },
  last: { ...n, description: 'The `n` of the newest message' },
  ...kept
})
export type Received = Static<typeof ReceivedSchema>

/** A push of messages as clients send it. This schema is only for the API documents: pushes/messages-body.ts reads the body. */
export const MessagesPushSchema = Type.Object({
  requestId: Type.String({ minLength: 1, maxLength: 256, description: 'The requestId of the entry', examples: ['request-1'] }),
  messages: Type.Array(MessageSchema)
}, { description: 'New messages of an entry that was pushed before. Messages that it has already are ignored.' })

export const N_PATTERN = '^\\d{1,16}$'

export const MessagesQuerySchema = Type.Object({
  after: Type.Optional(Type.String({ pattern: N_PATTERN, description: 'Only messages after the one with this `n`, for example `120`' })),
  last: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,6}$', description: 'The newest N of the selected messages, for example `20`' }))
})
