// A recording as a file (docs/api.md, "A recording"). This schema is only for the API documents: pushes/har-body.ts reads the files.
import { Type } from './typebox.js'

export const HarSchema = Type.Object({
  log: Type.Object({
    version: Type.Optional(Type.String({ examples: ['1.2'] })),
    entries: Type.Array(Type.Unknown(), {
      examples: [[{
        startedDateTime: '2026-11-21T08:33:20.000Z',
        time: 37.5,
        request: {
          method: 'GET',
          url: 'https://api.example/orders/42',
          httpVersion: 'HTTP/1.1',
          headers: [{ name: 'Accept', value: 'application/json' }]
        },
        response: {
          status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1', headers: [], content: { mimeType: 'application/json', text: '{"id":42}' }
        }
      }]]
    })
  })
}, { description: 'A recording in the format HAR 1.1 or 1.2, as browsers, proxies and Earshot export it' })
