// The code that started a request: the topmost frames of its call stack, the innermost first.
import { MAX_CALL_LENGTH, MAX_PLACE_LENGTH, MAX_CALLS } from './initiator-limits.js'
import { Type, type Static } from './typebox.js'

const CallSchema = Type.Object({
  function: Type.Optional(Type.String({ maxLength: MAX_CALL_LENGTH, description: 'The function; missing if it has no name' })),
  url: Type.String({ minLength: 1, maxLength: MAX_PLACE_LENGTH, description: 'The URL or path of the script' }),
  line: Type.Integer({ minimum: 1 }),
  column: Type.Integer({ minimum: 1 })
})

export const InitiatorSchema = Type.Array(CallSchema, {
  minItems: 1,
  maxItems: MAX_CALLS,
  description: 'The code that started the request, if the recorder was asked for it: the calls on its stack, the innermost first',
  examples: [[{ function: 'loadOrder', url: 'https://shop.example/app.js', line: 12, column: 34 }]]
})
export type Initiator = Static<typeof InitiatorSchema>
export type InitiatorCall = Initiator[number]
