// Entries for tests of the pure modules: an empty entry with the given fields, and random entries.
import fc from 'fast-check'
import type { Entry } from '../../src/schema/entry.js'
import { anyCharacter } from '../support/any-character.js'

export function entryWith (fields: Partial<Entry>): Entry {
  return {
    id: '1-a',
    requestId: 'r-1',
    api: '/',
    method: 'GET',
    requestHeader: '',
    responseHeader: '',
    request: '',
    response: '',
    timeConsuming: 1,
    pageParams: '',
    storage: '',
    timestamp: 1_795_250_000_000,
    ...fields
  }
}

// Fragments that the parsers look for, so that random texts get past their first checks.
const PIECES = [
  'HTTP/1.1 200 OK', 'HTTP/2 0', 'GET / HTTP/1.1', '\r\n', '\n', '\r', ' ', '\t', ':', ':status', 'status', 'Host: a', 'content-type',
  'application/json',
  '{', '}', '[', ']', '"', '\\', ',', '"code":', '"query":', '"query Q{a}"', '=', '&', '?', '#', '/', '//', 'http://', 'data:', ';base64,',
  'AAEC', '%', '%e4',
  'eyJ', 'eyJhIjoxfQ', '.', 'query', 'mutation', 'fragment', '(', ')', '"""', '...[truncated]', '\ud800', '\udc00', '茶', '\u0000', '\ufeff',
  '\u2028', '0', '-1', 'null'
]
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 12 }), fc.string({ unit: anyCharacter }), fc.json(),
  fc.array(fc.constantFrom(...PIECES)).map(words => JSON.stringify(words))
)
const number = fc.oneof(fc.constant(0), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 1, max: 2e12 }))

export const anyEntry: fc.Arbitrary<Entry> = fc.record({
  id: text,
  requestId: text,
  api: text,
  method: fc.constantFrom('GET', 'POST', 'HEAD'),
  requestHeader: text,
  responseHeader: text,
  request: text,
  response: text,
  timeConsuming: number,
  pageParams: text,
  storage: text,
  timestamp: number,
  startTime: number,
  source: text,
  via: text,
  note: text
}, {
  requiredKeys: [
    'id', 'requestId', 'api', 'method', 'requestHeader', 'responseHeader', 'request', 'response', 'timeConsuming', 'pageParams', 'storage',
    'timestamp'
  ]
})
