// The body of a push as a client may send it (docs/api.md, "A push"). This schema is only for the API documents: pushes/push-body.ts
// reads the body, and PushSchema validates the result.
import { InitiatorSchema } from './initiator.js'
import { AppliedRuleSchema } from './rule.js'
import { TimingsSchema } from './timings.js'
import { Type, type TSchema, type TSchemaOptions } from './typebox.js'

// A number of at least 0, or nothing.
const DECIMAL = '^\\s*((\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?)?\\s*$'

/** As `application/json`, or as `text/plain` that holds JSON. */
export const JsonPushSchema = bodyOf({
  text: options => Type.Unknown(options),
  texts: 'Fields without a type: a string is stored unchanged, any other JSON value as its JSON text; null counts as missing.',
  example: 37.5,
  age: 1200,
  milliseconds: options => Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: DECIMAL }), Type.Null()], options),
  rule: AppliedRuleSchema,
  timings: TimingsSchema,
  initiator: InitiatorSchema
})

/** As `application/x-www-form-urlencoded`. */
export const FormPushSchema = bodyOf({
  text: options => Type.String(options),
  texts: 'Texts are stored unchanged; if a field is repeated, its values are stored as a JSON array.',
  example: '37.5',
  age: '1200',
  milliseconds: options => Type.String({ ...options, pattern: DECIMAL }),
  rule: Type.String({ description: 'The last rule that applied to the request, as JSON' }),
  timings: Type.String({ description: 'The phases of the request, as JSON' }),
  initiator: Type.String({ description: 'The code that started the request, as JSON' })
})

interface Spelling {
  text: (options: TSchemaOptions) => TSchema
  /** What the service does with texts. */
  texts: string
  /** Examples, in milliseconds. */
  example: unknown
  age: unknown
  milliseconds: (options: TSchemaOptions) => TSchema
  /** The last rule that applied to the request. */
  rule: TSchema
  /** The phases of the request. */
  timings: TSchema
  /** The code that started the request. */
  initiator: TSchema
}

function bodyOf ({ text, texts, example, age, milliseconds, rule, timings, initiator }: Spelling) {
  const optional = (description: string, example: string) => Type.Optional(text({ description, examples: [example] }))
  return Type.Object({
    api: Type.String({
      minLength: 1, description: 'URL of the request: absolute, or only its path and query', examples: ['/orders/42?full=1']
    }),
    method: Type.String({ description: 'A method of the IANA HTTP Method Registry, in any letter case', examples: ['GET'] }),
    requestId: optional('The same in both phases of a push: at most 256 characters; an empty one counts as missing', 'request-1'),
    timeConsuming: Type.Optional(milliseconds({
      description: 'Elapsed milliseconds, as a number or text; 0, empty or missing: the request is still pending', examples: [example]
    })),
    requestHeader: optional('Raw request headers, a line each', 'Accept: application/json'),
    responseHeader: optional(
      'Status line, from which the status is read, then the raw response headers, a line each',
      'HTTP/1.1 200 OK\r\nContent-Type: application/json'
    ),
    request: optional('Request body', ''),
    response: optional('Response body', '{"id":42}'),
    pageParams: optional('Page parameters', '{"tab":"orders"}'),
    storage: optional('Snapshot of local storage', '{"theme":"dark"}'),
    age: Type.Optional(milliseconds({
      description: 'Milliseconds from the start of the request to the moment when this push was sent, as a number or text. `startTime` ' +
        'is computed from it, even if the push waited in a queue; only the value of the first push of an entry is used',
      examples: [age]
    })),
    source: optional('The name that the pushing app gives itself: at most 128 characters', 'checkout on iPhone'),
    via: optional(
      'How the request was made, if it is not an ordinary HTTP request: beacon, eventsource, websocket, mock, resource; or error: an ' +
        'error in the app. At most 32 characters',
      'beacon'
    ),
    note: optional('A remark of the recorder about this record: at most 1000 characters', 'response cut: 1 MB of 5 MB kept'),
    rule: Type.Optional(rule),
    originalResponseHeader: optional('If a rule changed the response: the raw headers that the server really sent', 'Etag: "1"'),
    originalResponse: optional('If a rule changed the response body: the body that the server really sent', '{"id":41}'),
    timings: Type.Optional(timings),
    initiator: Type.Optional(initiator)
  }, { description: `The recorded data of an intercepted request. ${texts} Other fields are ignored.` })
}
