// A session in figures, by what was asked.
import { Type, type Static } from './typebox.js'

const ms = (description: string) => Type.Optional(Type.Number({
  minimum: 0, description: `${description}, in milliseconds; missing where none is complete`
}))

const ApiSummarySchema = Type.Object({
  method: Type.String({ examples: ['GET'] }),
  host: Type.Optional(Type.String({
    description: 'With its port. Missing where no request of this method and path says it; where some do, of one host, the others are counted with them',
    examples: ['shop.example']
  })),
  path: Type.String({ description: 'With `*` for each part that is an id', examples: ['/orders/*'] }),
  count: Type.Integer({ description: 'Requests, pending ones among them' }),
  pending: Type.Integer(),
  errors: Type.Integer({
    description: 'Complete with a status of 400 or more, without a response, or with an application code that is no success'
  }),
  duplicates: Type.Integer({
    description: 'Requests of which the same (method, address and body) was started within a second; each of them counts'
  }),
  nPlusOne: Type.Integer({
    description: 'Requests of bursts: five or more that started within a second and differ in ids alone; each of them counts'
  }),
  outcomes: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many ended in which way: by status, with what the reply itself says of an error behind it: its code, or the member that says it',
    examples: [{ 200: 12, '200 [1001]': 1, 500: 2 }]
  }),
  p50: ms('Half of them took no longer'),
  p95: ms('95 of 100 took no longer'),
  bytes: Type.Integer({ description: 'Of the bodies of all responses' }),
  last: Type.Number({ description: 'When the last one started, in milliseconds since the epoch' })
})

export const SummarySchema = Type.Object({
  entries: Type.Integer({ description: 'So many were looked at' }),
  apis: Type.Array(ApiSummarySchema)
}, { description: 'A session in figures' })
export type Summary = Static<typeof SummarySchema>
