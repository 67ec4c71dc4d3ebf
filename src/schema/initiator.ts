// The code that started a request: the upper calls of its stack, the innermost first.
import { LONGEST_CALL, LONGEST_PLACE, MOST_CALLS } from './initiator-limits.js'
import { Type, type Static } from './typebox.js'

const CallSchema = Type.Object({
  function: Type.Optional(Type.String({ maxLength: LONGEST_CALL, description: 'The function; missing if it has no name' })),
  url: Type.String({ minLength: 1, maxLength: LONGEST_PLACE, description: 'The file of the script' }),
  line: Type.Integer({ minimum: 1 }),
  column: Type.Integer({ minimum: 1 })
})

export const InitiatorSchema = Type.Array(CallSchema, {
  minItems: 1,
  maxItems: MOST_CALLS,
  description: 'The code that started the request, if the recorder was asked for it: the calls on its stack, the innermost first',
  examples: [[{ function: 'loadOrder', url: 'https://shop.example/app.js', line: 12, column: 34 }]]
})
export type Initiator = Static<typeof InitiatorSchema>
export type InitiatorCall = Initiator[number]
