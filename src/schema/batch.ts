// Several pushes in one request (docs/api.md, "A batch"). The schemas of bodies are only for the API documents: pushes/batch-body.ts reads
// the bodies without them.
import { Type } from './typebox.js'
import { MessagesPushSchema } from './message.js'
import { JsonPushSchema } from './push-body.js'

export const MAX_PUSHES = 500

export const BatchSchema = Type.Array(Type.Union([JsonPushSchema, MessagesPushSchema]), {
  maxItems: MAX_PUSHES, description: 'Pushes; they are stored in this order'
})

const LINES = '{"api":"/orders/42","method":"GET","requestId":"request-1"}\n' +
  '{"api":"/orders/42","method":"GET","requestId":"request-1","timeConsuming":37.5}'

export const BatchLinesSchema = Type.String({
  description: `JSON pushes, one per line, at most ${MAX_PUSHES}; empty lines do not count`, examples: [LINES]
})

export const BatchTextSchema = Type.String({
  description: 'A JSON array of pushes if the body begins with `[`; otherwise JSON pushes, one per line', examples: [LINES]
})

const PushResultSchema = Type.Union([
  Type.Object({ id: Type.String({ description: 'The id of the new or updated entry', examples: ['1-5f0c2a9be714'] }) }),
  Type.Object({
    code: Type.String({ description: 'The error code of this push', examples: ['bad_request'] }),
    message: Type.String({
      description: 'The error, in one sentence', examples: ['method is required and must be a registered HTTP method']
    })
  })
])

export const BatchReplySchema = Type.Object({
  code: Type.Literal('0', { description: 'The request was accepted; each push has its own result' }),
  message: Type.String({ examples: ['2 of 3 recorded'] }),
  data: Type.Array(PushResultSchema, { description: 'The result of each push, in the order of the pushes' })
}, { description: 'The results of several pushes; each push is accepted or refused independently of the others' })
