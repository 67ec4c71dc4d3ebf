// The durations of the phases of a request, in milliseconds: the `timings` of a HAR, as browsers export it.
import { Type, type Static } from './typebox.js'

const PhaseSchema = Type.Optional(Type.Number({ minimum: 0 }))

export const TimingsSchema = Type.Object({
  blocked: PhaseSchema, dns: PhaseSchema, connect: PhaseSchema, ssl: PhaseSchema, send: PhaseSchema, wait: PhaseSchema, receive: PhaseSchema
}, {
  description: 'The phases of the request in milliseconds, as in a HAR: a phase that did not happen is missing, and `ssl` is a part of ' +
    '`connect`',
  examples: [{ dns: 12, connect: 40, ssl: 25, send: 0.3, wait: 90, receive: 4 }]
})
export type Timings = Static<typeof TimingsSchema>
