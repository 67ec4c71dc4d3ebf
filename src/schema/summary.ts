// The summary of a session, by method, host and path.
import { Type, type Static } from './typebox.js'

const ms = (description: string) => Type.Optional(Type.Number({
  minimum: 0, description: `${description}, in milliseconds; missing if no request is complete`
}))

const ApiSummarySchema = Type.Object({
  method: Type.String({ examples: ['GET'] }),
  host: Type.Optional(Type.String({
    description: 'With its port. Missing if no request of this method and path has a known host. If exactly one host is known, requests ' +
      'with an unknown host are counted with it',
    examples: ['shop.example']
  })),
  path: Type.String({ description: 'With `*` in place of each part that is an id', examples: ['/orders/*'] }),
  count: Type.Integer({ description: 'Number of requests, including pending ones' }),
  pending: Type.Integer(),
  errors: Type.Integer({
    description: 'Complete requests with a status of 400 or more, without a response, or with an error that the response body reports'
  }),
  duplicates: Type.Integer({
    description: 'Requests that have a duplicate (same method, address and body) started within a second; each of them counts'
  }),
  nPlusOne: Type.Integer({
    description: 'N+1: five or more requests that started within a second and differ only in ids; each of them counts'
  }),
  outcomes: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many requests had each outcome: the status; if the response body reports an error, also its code or the member ' +
      'that reports it, in brackets',
    examples: [{ 200: 12, '200 [1001]': 1, 500: 2 }]
  }),
  p50: ms('Half of the requests took this long or less'),
  p95: ms('95 of 100 requests took this long or less'),
  bytes: Type.Integer({ description: 'Total size of all response bodies' }),
  last: Type.Number({ description: 'When the last request started, in milliseconds since the epoch' })
})

export const SummarySchema = Type.Object({
  entries: Type.Integer({ description: 'How many entries the summary covers' }),
  apis: Type.Array(ApiSummarySchema)
}, { description: 'The figures of a session' })
export type Summary = Static<typeof SummarySchema>
