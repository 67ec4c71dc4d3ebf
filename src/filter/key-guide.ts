// The meaning of each key of the filter language, and the values that it takes, for completions, commands and docs/filter.md. It is a file
// of its own, so that a page loads it only when somebody types.
import type { KeyName } from './keys.js'

export interface Suggestion {
  value: string
  meaning: string
}

export interface KeyGuide {
  meaning: string
  /** Examples of values. */
  values: string
  suggestions?: readonly Suggestion[]
}

export const KEY_GUIDE: Readonly<Record<KeyName, KeyGuide>> = {
  method: { meaning: 'Method', values: 'get, post' },
  host: { meaning: 'Part of the host; with *, a pattern for the whole host', values: 'example, *.example.com' },
  path: { meaning: 'Part of the path; with *, a pattern for the whole path', values: '/orders, /orders/*/items' },
  api: { meaning: 'Part of the path, with * for ids; =… matches the whole path', values: '/orders/*, =/orders/*/items' },
  query: { meaning: 'Part of the query string, as sent or decoded', values: 'page=2' },
  operation: {
    meaning: 'Part of the name of a GraphQL operation, or its kind; with *, a pattern for the whole name',
    values: 'CreateOrder, mutation, Get*',
    suggestions: [
      { value: 'query', meaning: 'GraphQL queries' },
      { value: 'mutation', meaning: 'GraphQL mutations' }
    ]
  },
  status: {
    meaning: 'Status of the response, or its text',
    values: '404, 4xx, >=400, 400-499, "not found"',
    suggestions: [
      { value: '2xx', meaning: 'success' },
      { value: '3xx', meaning: 'redirected, or not modified' },
      { value: '4xx', meaning: 'client errors' },
      { value: '5xx', meaning: 'server errors' }
    ]
  },
  code: { meaning: 'Application code in a JSON response: code, errcode, ret and the like', values: '0, 1000-1999, >0, E10*' },
  kind: { meaning: 'Kind of the body', values: 'json, image' },
  'mime-type': { meaning: 'Part of the media type of the response; with *, a pattern for all of it', values: 'json, image/*' },
  size: {
    meaning: 'Bytes of the response body; k is 1000',
    values: '>10k, 1k-10k, <1M',
    suggestions: [
      { value: '>10k', meaning: 'over 10,000 bytes' },
      { value: '>100k', meaning: 'over 100,000 bytes' },
      { value: '>1M', meaning: 'over a million bytes' }
    ]
  },
  'larger-than': {
    meaning: 'Bytes of the response body: this many or more',
    values: '10k, 1M',
    suggestions: [
      { value: '10k', meaning: '10,000 bytes or more' },
      { value: '1M', meaning: 'a million bytes or more' }
    ]
  },
  time: {
    meaning: 'Duration of the request, in ms unless s or m is given',
    values: '>500ms, 1s-5s',
    suggestions: [
      { value: '>500ms', meaning: 'over half a second' },
      { value: '>1s', meaning: 'over a second' },
      { value: '>5s', meaning: 'over five seconds' }
    ]
  },
  header: { meaning: 'Part of any request or response header; name=part: this header contains part', values: 'gzip, content-type=json' },
  'request-header': { meaning: 'Has this request header; name=part: its value contains part', values: 'authorization, accept=json, x-*' },
  'response-header': { meaning: 'Has this response header; name=part: its value contains part', values: 'set-cookie, content-length>1000' },
  body: { meaning: 'Part of the request or response body', values: 'kettle' },
  request: { meaning: 'Part of the request body', values: 'kettle' },
  response: { meaning: 'Part of the response body', values: 'kettle' },
  message: {
    meaning: 'Part of a message of a stream, or of the name of its event; words without a key do not search here', values: 'kettle'
  },
  storage: { meaning: 'Part of the local storage of the page; words without a key do not search here', values: 'theme' },
  params: { meaning: 'Part of the address, query or title of the page that sent it', values: 'tab' },
  json: {
    meaning: 'Value at this path of a JSON body; without =, the path must exist', values: 'data.id=42, items.name=*ettle, data.total>100'
  },
  after: {
    meaning: 'Started at this time or later; 5m: five minutes ago',
    values: '10:32, 5m, 2026-11-21T10:32',
    suggestions: [
      { value: '1m', meaning: 'one minute ago' },
      { value: '5m', meaning: 'five minutes ago' },
      { value: '1h', meaning: 'one hour ago' }
    ]
  },
  before: {
    meaning: 'Started before this time; 5m: five minutes ago',
    values: '10:32, 5m, 2026-11-21T10:32',
    suggestions: [
      { value: '1m', meaning: 'one minute ago' },
      { value: '5m', meaning: 'five minutes ago' },
      { value: '1h', meaning: 'one hour ago' }
    ]
  },
  source: { meaning: 'Part of the name of the app that recorded it', values: 'checkout' },
  via: {
    meaning: 'How it was made, if it is not an ordinary HTTP request',
    values: 'beacon, eventsource, websocket, mock, resource, error'
  },
  initiator: { meaning: 'Part of the name of the function, or of the file and line, that started it', values: 'loadOrder, cart.js, *' },
  note: { meaning: 'Part of the note that the recorder made', values: 'cut, *' },
  mark: { meaning: 'Part of a mark: its color or note', values: 'red, *' },
  rule: { meaning: 'Part of the name or id of a rule that applied to it', values: '*, "pay fails"' },
  is: {
    meaning: 'State',
    values: 'pending, error, no-answer, canceled, no-status, slow, pinned, duplicate, n+1',
    suggestions: [
      { value: 'pending', meaning: 'has no response yet' },
      { value: 'error', meaning: 'failed, has a status of 400 or above, or the response itself reports an error' },
      { value: 'no-answer', meaning: 'pending for more than two minutes' },
      { value: 'canceled', meaning: 'the app canceled it' },
      { value: 'no-status', meaning: 'complete, without a recorded status' },
      { value: 'slow', meaning: 'took a second or more' },
      { value: 'pinned', meaning: 'pinned by a viewer' },
      { value: 'duplicate', meaning: 'one of several identical requests within a second' },
      { value: 'n+1', meaning: 'one of at least five requests within a second that differ only in their ids' }
    ]
  },
  verdict: {
    meaning: 'Verdict: how the request ended',
    values: 'pending, no-answer, canceled, failed, http-error, application-error, fine, unknown',
    suggestions: [
      { value: 'fine', meaning: 'a status below 400, and the response reports no error' },
      { value: 'application-error', meaning: 'a status of 2xx, but the response itself reports an error' },
      { value: 'http-error', meaning: 'a status of 400 or above' },
      { value: 'failed', meaning: 'there was no response' },
      { value: 'canceled', meaning: 'the app canceled it' },
      { value: 'no-answer', meaning: 'pending for more than two minutes' },
      { value: 'pending', meaning: 'pending for two minutes or less' },
      { value: 'unknown', meaning: 'complete, without a recorded status' }
    ]
  }
}
