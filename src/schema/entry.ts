// An entry as clients see it, the same in lists and in messages.
import { Type, type Static } from './typebox.js'
import { InitiatorSchema } from './initiator.js'
import { MarkSchema } from './mark.js'
import { MessageTotalsSchema, type Message } from './message.js'
import { AppliedRuleSchema } from './rule.js'
import { TimingsSchema } from './timings.js'

const EntryIdSchema = Type.String({ description: 'Unique identifier of the record, assigned by the service', examples: ['1-5f0c2a9be714'] })

export const EntrySchema = Type.Object({
  id: EntryIdSchema,
  requestId: Type.String({ description: 'Unique identifier of the request, the same in both phases of a push', examples: ['request-1'] }),
  api: Type.String({ description: 'URL of the request: absolute, or only its path and query', examples: ['/orders/42?full=1'] }),
  method: Type.String({ description: 'Request method, upper case', examples: ['GET'] }),
  requestHeader: Type.String({ description: 'Raw request headers', examples: ['Accept: application/json'] }),
  responseHeader: Type.String({
    description: 'Status line, then the raw response headers, a line each', examples: ['HTTP/1.1 200 OK\r\nContent-Type: application/json']
  }),
  request: Type.String({ description: 'Request body', examples: [''] }),
  response: Type.String({ description: 'Response body', examples: ['{"id":42}'] }),
  timeConsuming: Type.Number({ minimum: 0, description: 'Elapsed milliseconds; 0 while the entry is pending', examples: [37.5] }),
  pageParams: Type.String({ description: 'Page parameters, as a JSON string', examples: ['{"tab":"orders"}'] }),
  storage: Type.String({ description: 'Snapshot of local storage, as a JSON string', examples: ['{"theme":"dark"}'] }),
  timestamp: Type.Number({ description: 'When the entry was first recorded, in milliseconds since the epoch', examples: [1795250000000] }),
  startTime: Type.Optional(Type.Number({
    description: 'When the request started, in milliseconds since the epoch by the clock of Redis; missing if an older version recorded it',
    examples: [1795249999962]
  })),
  source: Type.Optional(Type.String({ description: 'The name that the pushing app gives itself', examples: ['checkout on iPhone'] })),
  via: Type.Optional(Type.String({
    description: 'How the request was made, if it is not an ordinary HTTP request: beacon, eventsource, websocket, mock (a mock answered ' +
      'it), resource (loaded by the browser itself); or error: not a request, but an error in the app',
    examples: ['beacon']
  })),
  note: Type.Optional(Type.String({
    description: 'A remark of the recorder about this record', examples: ['response cut: 1 MB of 5 MB kept']
  })),
  mark: Type.Optional(MarkSchema),
  messages: Type.Optional(MessageTotalsSchema),
  rule: Type.Optional(AppliedRuleSchema),
  originalResponseHeader: Type.Optional(Type.String({
    description: 'If a rule changed the response: the raw headers that the server really sent. `responseHeader` and ' +
      '`response` are what the app got'
  })),
  originalResponse: Type.Optional(Type.String({
    description: 'If a rule changed the response body: the body that the server really sent'
  })),
  timings: Type.Optional(TimingsSchema),
  initiator: Type.Optional(InitiatorSchema)
}, { description: 'One intercepted request and its response' })
export type Entry = Static<typeof EntrySchema>

/** An entry with its messages, for files: an entry by itself only counts them. */
export interface FullEntry extends Entry { messageList?: Message[] | undefined }

export const EntryParamsSchema = Type.Object({ id: EntryIdSchema })
