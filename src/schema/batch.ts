// Several pushes in one request (contract §11). The bodies are for the API documents only: pushes/batch-body.ts reads what is sent.
import { Type } from './typebox.js'
import { JsonPushSchema } from './push-body.js'

export const MOST_PUSHES = 500

export const BatchSchema = Type.Array(JsonPushSchema, {
  maxItems: MOST_PUSHES, description: 'Pushes, in the order in which they are to be stored'
})

const LINES = '{"api":"/orders/42","method":"GET","requestId":"request-1"}\n{"api":"/orders/42","method":"GET","requestId":"request-1","timeConsuming":37.5}'

export const BatchLinesSchema = Type.String({
  description: `JSON pushes, one a line, ${MOST_PUSHES} at most; empty lines do not count`, examples: [LINES]
})

export const BatchTextSchema = Type.String({
  description: 'Either: a JSON array of pushes where it begins with `[`, else JSON pushes, one a line', examples: [LINES]
})

const ToldSchema = Type.Union([
  Type.Object({ id: Type.String({ description: 'Of its entry, new or existing', examples: ['1-5f0c2a9be714'] }) }),
  Type.Object({
    code: Type.String({ description: 'A word for what is wrong with it', examples: ['bad_request'] }),
    message: Type.String({
      description: 'What is wrong, in a sentence', examples: ['method is required and must be a registered HTTP method']
    })
  })
])

export const BatchReplySchema = Type.Object({
  code: Type.Literal('0', { description: 'The request was taken' }),
  message: Type.String({ examples: ['2 of 3 recorded'] }),
  data: Type.Array(ToldSchema, { description: 'What became of each push, in its place' })
}, { description: 'Pushes, each taken or refused alone' })
