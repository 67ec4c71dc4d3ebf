// The keys of the filter language, in one table: what each is called here and in the tools that people know, what it means, and which
// values it takes. Completions show this table; how a form is read is in reading.ts, what it is held against in conditions.ts.

/** How the values of a key are read. */
export type Form =
  /** Found anywhere in the text; `=text` is the whole of it. */
  | 'text'
  /** As text; with a `*`, which stands for anything, it is the whole of it. */
  | 'pattern'
  /** The text begins so. */
  | 'beginning'
  | 'status' | 'code' | 'size' | 'duration' | 'moment' | 'flag'
  /** A name, or `name=value`, `name>value` and so on. */
  | 'pair'

export interface Suggestion {
  value: string
  meaning: string
}

export interface Key {
  name: KeyName
  /** As DevTools or Firefox call it. */
  aliases: readonly string[]
  form: Form
  meaning: string
  /** Examples of values. */
  values: string
  suggestions?: readonly Suggestion[]
}

export const FLAGS = ['pending', 'error', 'no-answer', 'slow', 'pinned', 'duplicate', 'n+1'] as const
export type Flag = typeof FLAGS[number]

export type KeyName =
  'method' | 'host' | 'path' | 'api' | 'query' | 'status' | 'code' | 'kind' | 'mime-type' | 'size' | 'larger-than' | 'time' |
  'header' | 'request-header' | 'response-header' | 'body' | 'request' | 'response' | 'storage' | 'params' | 'json' |
  'after' | 'before' | 'source' | 'via' | 'note' | 'mark' | 'is'

const MOMENTS: readonly Suggestion[] = [
  { value: '1m', meaning: 'one minute ago' }, { value: '5m', meaning: 'five minutes ago' }, { value: '1h', meaning: 'one hour ago' }
]

export const KEYS: readonly Key[] = [
  { name: 'method', aliases: [], form: 'beginning', meaning: 'Method', values: 'get, post' },
  { name: 'host', aliases: ['domain'], form: 'pattern', meaning: 'Part of the host; with *, the whole host', values: 'example, *.example.com' },
  { name: 'path', aliases: [], form: 'pattern', meaning: 'Part of the path; with *, the whole path', values: '/orders, /orders/*/items' },
  { name: 'api', aliases: [], form: 'text', meaning: 'Part of the path in which ids are *; with =, the whole of it', values: '/orders/*, =/orders/*/items' },
  { name: 'query', aliases: [], form: 'text', meaning: 'Part of the query string, as sent or decoded', values: 'page=2' },
  {
    name: 'status',
    aliases: ['status-code'],
    form: 'status',
    meaning: 'Status of the response, or its text',
    values: '404, 4xx, >=400, 400-499, "not found"',
    suggestions: [
      { value: '2xx', meaning: 'success' }, { value: '3xx', meaning: 'elsewhere, or not modified' },
      { value: '4xx', meaning: 'errors of the client' }, { value: '5xx', meaning: 'errors of the server' }
    ]
  },
  { name: 'code', aliases: [], form: 'code', meaning: 'Application code in a JSON response: code, errcode, errno or ret', values: '0, 1000-1999, >0, E10*' },
  { name: 'kind', aliases: [], form: 'beginning', meaning: 'What the body is', values: 'json, image' },
  { name: 'mime-type', aliases: [], form: 'pattern', meaning: 'Part of the media type of the response; with *, the whole of it', values: 'json, image/*' },
  {
    name: 'size',
    aliases: [],
    form: 'size',
    meaning: 'Bytes of the response body; k is 1000',
    values: '>10k, 1k-10k, <1M',
    suggestions: [{ value: '>10k', meaning: 'over 10,000 bytes' }, { value: '>100k', meaning: 'over 100,000 bytes' }, { value: '>1M', meaning: 'over a million bytes' }]
  },
  {
    name: 'larger-than',
    aliases: [],
    form: 'size',
    meaning: 'So many bytes of the response body, or more',
    values: '10k, 1M',
    suggestions: [{ value: '10k', meaning: '10,000 bytes or more' }, { value: '1M', meaning: 'a million bytes or more' }]
  },
  {
    name: 'time',
    aliases: [],
    form: 'duration',
    meaning: 'How long the answer took, in ms unless it says s or m',
    values: '>500ms, 1s-5s',
    suggestions: [{ value: '>500ms', meaning: 'over half a second' }, { value: '>1s', meaning: 'over a second' }, { value: '>5s', meaning: 'over five seconds' }]
  },
  { name: 'header', aliases: [], form: 'pair', meaning: 'Part of the headers of request or response; name=part is the value of one', values: 'gzip, content-type=json' },
  { name: 'request-header', aliases: [], form: 'pair', meaning: 'Has this request header; name=part is found in its value', values: 'authorization, accept=json, x-*' },
  { name: 'response-header', aliases: ['has-response-header'], form: 'pair', meaning: 'Has this response header; name=part is found in its value', values: 'set-cookie, content-length>1000' },
  { name: 'body', aliases: [], form: 'text', meaning: 'Part of the request or response body', values: 'kettle' },
  { name: 'request', aliases: [], form: 'text', meaning: 'Part of the request body', values: 'kettle' },
  { name: 'response', aliases: [], form: 'text', meaning: 'Part of the response body', values: 'kettle' },
  { name: 'storage', aliases: [], form: 'text', meaning: 'Part of the stored values of the page, which words alone do not search', values: 'theme' },
  { name: 'params', aliases: [], form: 'text', meaning: 'Part of the page parameters', values: 'tab' },
  { name: 'json', aliases: [], form: 'pair', meaning: 'Value at this path of a JSON body; without =, the path exists', values: 'data.id=42, items.name=*ettle, data.total>100' },
  { name: 'after', aliases: [], form: 'moment', meaning: 'Started then or later', values: '10:32, 5m, 2026-11-21T10:32', suggestions: MOMENTS },
  { name: 'before', aliases: [], form: 'moment', meaning: 'Started earlier', values: '10:32, 5m, 2026-11-21T10:32', suggestions: MOMENTS },
  { name: 'source', aliases: [], form: 'pattern', meaning: 'Part of the name of the app that recorded it', values: 'checkout' },
  { name: 'via', aliases: [], form: 'pattern', meaning: 'How the request was made, where it is no plain one', values: 'beacon, eventsource, websocket' },
  { name: 'note', aliases: [], form: 'pattern', meaning: 'Part of what the recorder says about the record', values: 'cut, *' },
  { name: 'mark', aliases: [], form: 'pattern', meaning: 'Part of a mark: its colour or note', values: 'red, *' },
  {
    name: 'is',
    aliases: [],
    form: 'flag',
    meaning: 'State',
    values: FLAGS.join(', '),
    suggestions: [
      { value: 'pending', meaning: 'has no answer yet' },
      { value: 'error', meaning: 'status of 400 or above, an application code that is no success, or failed' },
      { value: 'no-answer', meaning: 'pending for more than two minutes' },
      { value: 'slow', meaning: 'took long' },
      { value: 'pinned', meaning: 'pinned by somebody who watches' },
      { value: 'duplicate', meaning: 'the same was asked within a second' },
      { value: 'n+1', meaning: 'one of five or more within a second that differ in ids alone' }
    ]
  }
]

const BY_NAME = new Map(KEYS.flatMap(key => [key.name, ...key.aliases].map(name => [name, key] as const)))

/** Those that begin so: `is:dup` is enough. */
export function flagsLike (text: string): Flag[] {
  return FLAGS.filter(flag => flag.startsWith(text.toLowerCase()))
}

/** By name or alias, in any letter case. */
export function keyOf (name: string): Key | undefined {
  return BY_NAME.get(name.toLowerCase())
}
