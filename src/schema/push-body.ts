// The body of a push as a client may send it (contract §2), for the API documents only: pushes/push-body.ts reads what is sent, and
// PushSchema validates the result.
import { Type, type TSchema, type TSchemaOptions } from './typebox.js'

// A number of at least 0, or nothing.
const DECIMAL = '^\\s*((\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?)?\\s*$'

/** As `application/json`, or as `text/plain` that holds JSON. */
export const JsonPushSchema = bodyOf({
  text: options => Type.Unknown(options),
  texts: 'Fields without a type: a text is kept to the byte, any other JSON value as its JSON text, and null is the same as not given.',
  example: 37.5,
  age: 1200,
  milliseconds: options => Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: DECIMAL }), Type.Null()], options)
})

/** As `application/x-www-form-urlencoded`. */
export const FormPushSchema = bodyOf({
  text: options => Type.String(options),
  texts: 'Texts are kept as they are; those of a field that is repeated, as a JSON array.',
  example: '37.5',
  age: '1200',
  milliseconds: options => Type.String({ ...options, pattern: DECIMAL })
})

interface Spelling {
  text: (options: TSchemaOptions) => TSchema
  /** What the service does with texts. */
  texts: string
  /** Examples, in milliseconds. */
  example: unknown
  age: unknown
  milliseconds: (options: TSchemaOptions) => TSchema
}

function bodyOf ({ text, texts, example, age, milliseconds }: Spelling) {
  const optional = (description: string, example: string) => Type.Optional(text({ description, examples: [example] }))
  return Type.Object({
    api: Type.String({ minLength: 1, description: 'Interface path of the intercepted request', examples: ['/orders/42?full=1'] }),
    method: Type.String({ description: 'A method of the IANA HTTP Method Registry, in any letter case', examples: ['GET'] }),
    requestId: optional('Joins the two phases of a push: at most 256 characters; empty is the same as not given', 'request-1'),
    timeConsuming: Type.Optional(milliseconds({
      description: 'Elapsed milliseconds, or their text; 0, empty or not given: the request is still under way', examples: [example]
    })),
    requestHeader: optional('Raw request headers', 'Accept: application/json'),
    responseHeader: optional('Raw response headers', 'Content-Type: application/json'),
    request: optional('Request body', ''),
    response: optional('Response body', '{"id":42}'),
    pageParams: optional('Page parameters', '{"tab":"orders"}'),
    storage: optional('Snapshot of local storage', '{"theme":"dark"}'),
    age: Type.Optional(milliseconds({
      description: 'Milliseconds between the start of the request and the moment this push was sent, or their text. It tells `startTime` where ' +
        'a push waited in a queue; only the first push of an entry is asked',
      examples: [age]
    })),
    source: optional('Who pushes, as the app names itself: at most 128 characters', 'checkout on iPhone'),
    via: optional('How the request was made, where it is no plain one: beacon, eventsource, websocket; at most 32 characters', 'beacon'),
    note: optional('What the recorder has to say about the record: at most 1000 characters', 'response cut: 1 MB of 5 MB kept')
  }, { description: `What is known of an intercepted request. ${texts} Other fields are ignored.` })
}
