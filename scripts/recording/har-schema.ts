// The part of the HAR 1.2 specification that the recording must follow. Fields that the specification requires are required here, too.
import { Type } from 'typebox'

const Named = Type.Object({ name: Type.String({ minLength: 1 }), value: Type.String() })
const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d)$' })
const Elapsed = Type.Number({ minimum: 0 })
const PerhapsElapsed = Type.Optional(Type.Number({ minimum: -1 }))

const RequestSchema = Type.Object({
  method: Type.String({ minLength: 1 }),
  url: Type.String({ pattern: '^http' }),
  httpVersion: Type.String(),
  cookies: Type.Array(Named),
  headers: Type.Array(Named),
  queryString: Type.Array(Named),
  headersSize: Type.Number(),
  bodySize: Type.Number(),
  postData: Type.Optional(Type.Object({
    mimeType: Type.String(),
    text: Type.Optional(Type.String()),
    params: Type.Optional(Type.Array(Type.Object({
      name: Type.String(),
      value: Type.Optional(Type.String()),
      fileName: Type.Optional(Type.String()),
      contentType: Type.Optional(Type.String())
    })))
  }))
})

const ResponseSchema = Type.Object({
  status: Type.Integer({ minimum: 0 }),
  statusText: Type.String(),
  httpVersion: Type.String(),
  cookies: Type.Array(Named),
  headers: Type.Array(Named),
  content: Type.Object({
    size: Type.Integer({ minimum: 0 }),
    mimeType: Type.String(),
    text: Type.Optional(Type.String()),
    encoding: Type.Optional(Type.Literal('base64'))
  }),
  redirectURL: Type.String(),
  headersSize: Type.Number(),
  bodySize: Type.Number()
})

export const HarSchema = Type.Object({
  log: Type.Object({
    version: Type.Literal('1.2'),
    creator: Type.Object({ name: Type.String(), version: Type.String() }),
    pages: Type.Array(Type.Object({ startedDateTime: Moment, id: Type.String(), title: Type.String(), pageTimings: Type.Object({}) })),
    entries: Type.Array(Type.Object({
      pageref: Type.Optional(Type.String()),
      startedDateTime: Moment,
      time: Elapsed,
      request: RequestSchema,
      response: ResponseSchema,
      cache: Type.Object({}),
      timings: Type.Object({
        blocked: PerhapsElapsed,
        dns: PerhapsElapsed,
        connect: PerhapsElapsed,
        ssl: PerhapsElapsed,
        send: Elapsed,
        wait: Elapsed,
        receive: Elapsed
      })
    }))
  })
})
