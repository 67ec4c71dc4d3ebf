// An entry as clients see it (specification §2), the same in lists and in messages.
import { Type, type Static } from 'typebox'

export const EntrySchema = Type.Object({
  id: Type.String({ description: 'Unique identifier of the record, assigned by the service' }),
  requestId: Type.String({ description: 'Unique identifier of the request; joins the two phases of a push' }),
  api: Type.String({ description: 'Interface path of the intercepted request' }),
  method: Type.String({ description: 'Request method, upper case' }),
  requestHeader: Type.String({ description: 'Raw request headers' }),
  responseHeader: Type.String({ description: 'Raw response headers' }),
  request: Type.String({ description: 'Request body' }),
  response: Type.String({ description: 'Response body' }),
  timeConsuming: Type.Number({ minimum: 0, description: 'Elapsed milliseconds; 0 while the entry is pending' }),
  pageParams: Type.String({ description: 'Page parameters, as a JSON string' }),
  storage: Type.String({ description: 'Snapshot of local storage, as a JSON string' }),
  timestamp: Type.Number({ description: 'When the entry was first recorded, in milliseconds since the epoch' })
})
export type Entry = Static<typeof EntrySchema>

export const EntryParamsSchema = Type.Object({ id: Type.String() })
