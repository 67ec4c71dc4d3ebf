// What each route is for, in words, and what it takes and answers beyond its own schemas: for the API documents only.
import { Type } from '../../schema/typebox.js'
import type { ApiErrorCode } from '../../errors.js'
import { BatchLinesSchema, BatchReplySchema, BatchSchema, BatchTextSchema, MOST_PUSHES } from '../../schema/batch.js'
import { EntrySchema } from '../../schema/entry.js'
import { HarSchema } from '../../schema/har.js'
import { MarkSchema } from '../../schema/mark.js'
import { FormPushSchema, JsonPushSchema } from '../../schema/push-body.js'
import { IMAGE_TYPES, UploadFormSchema } from '../../schema/screenshot.js'
import type { Operation } from './operation.js'

const REFUSED: ApiErrorCode[] = ['bad_request', 'unauthorized', 'forbidden', 'rate_limited', 'internal', 'unavailable']
const NOT_TAKEN: ApiErrorCode[] = ['too_large', 'unsupported_media_type', 'storage_full']

const BinarySchema = Type.String({ format: 'binary' })
const ETagSchema = Type.String({ description: "The session's last rev, in quotes" })

export const OPERATIONS = {
  pushEntry: {
    id: 'pushEntry',
    summary: 'Push an entry, in one phase or two',
    description: 'A pending push (`timeConsuming` 0) may be sent when a request starts, and a complete one with the same ' +
      '`requestId` when it has ended: it updates the entry. What a later push does not give stays as it was; a pending push ' +
      'that comes after the complete one changes nothing. Without a `requestId` every push is a new entry. After a 503 the ' +
      'push may have been stored: repeating it with the same `requestId` is safe.',
    tag: 'Entries',
    bodies: { 'application/json': JsonPushSchema, 'application/x-www-form-urlencoded': FormPushSchema, 'text/plain': JsonPushSchema },
    answers: { 200: { description: 'The entry is stored, and announced to viewers' } },
    errors: [...REFUSED, ...NOT_TAKEN],
    envelope: true
  },
  pushBatch: {
    id: 'pushBatch',
    summary: 'Push several entries at once',
    description: `Up to ${MOST_PUSHES} pushes, each judged alone and stored in order, as if they had been sent one by one; what became of each is told in ` +
      'its place. An error is about the request as a whole: nothing of it was stored or, after a 503, some of it may have been. Repeating it with the same ' +
      '`requestId`s is safe. Where Redis is full for some of them only, those are told so.',
    tag: 'Entries',
    bodies: { 'application/json': BatchSchema, 'application/x-ndjson': BatchLinesSchema, 'text/plain': BatchTextSchema },
    answers: { 200: { description: 'What became of each push', content: { 'application/json': BatchReplySchema } } },
    errors: [...REFUSED, ...NOT_TAKEN],
    envelope: true
  },
  importHar: {
    id: 'importHar',
    summary: 'Import a recording',
    description: 'A HAR file of any recorder. Its entries are recorded complete, in order, and started when the recording says; what became of each is told in ' +
      'its place. What Earshot has exported comes back as it was. Other entries have request ids made of the bytes of the file: to import ' +
      'it again, after a 503 too, doubles nothing, and no two files share them.',
    tag: 'Entries',
    bodies: { 'application/json': HarSchema, 'text/plain': HarSchema },
    answers: { 200: { description: 'What became of each entry', content: { 'application/json': BatchReplySchema } } },
    errors: [...REFUSED, ...NOT_TAKEN],
    envelope: true
  },
  listEntries: {
    id: 'listEntries',
    summary: 'List all entries, or some',
    description: 'In order of first arrival; without further parameters all of them. `Accept: application/x-ndjson` asks for one entry a line. ' +
      'Send the `ETag` of an earlier list as `If-None-Match`: if nothing has changed since, the ' +
      'answer is 304, without a list.',
    tag: 'Entries',
    headers: Type.Object({ 'If-None-Match': Type.Optional(Type.String({ description: 'The ETag of a list that is known' })) }),
    answers: {
      200: {
        description: 'The entries',
        headers: { ETag: ETagSchema },
        content: { 'application/json': Type.Array(EntrySchema), 'application/x-ndjson': EntrySchema }
      },
      304: { description: 'Nothing has changed since that list', headers: { ETag: ETagSchema } }
    },
    errors: REFUSED
  },
  readEntry: {
    id: 'readEntry',
    summary: 'Read one entry',
    description: 'As the list has it.',
    tag: 'Entries',
    answers: { 200: { description: 'The entry', content: { 'application/json': EntrySchema } } },
    errors: [...REFUSED, 'not_found']
  },
  clearEntries: {
    id: 'clearEntries',
    summary: 'Delete all entries',
    description: 'With `through`, those up to one that was seen: what arrived later stays. Viewers are told `cleared` where none stays, else `deleted` for ' +
      'each that went. It succeeds for an empty session, too.',
    tag: 'Entries',
    answers: { 200: { description: 'The session has no entries; with `through`, none up to that one' } },
    errors: REFUSED
  },
  deleteEntry: {
    id: 'deleteEntry',
    summary: 'Delete one entry',
    description: 'A later push with its `requestId` creates a new entry.',
    tag: 'Entries',
    answers: { 200: { description: 'The entry is gone' } },
    errors: [...REFUSED, 'not_found']
  },
  markEntry: {
    id: 'markEntry',
    summary: 'Mark an entry',
    description: 'With a pin, a colour, a note, in place of the mark that was there. All who watch see it at once. It stays with the entry: while ' +
      'that is updated, until it is deleted or makes room for newer ones.',
    tag: 'Entries',
    bodies: { 'application/json': MarkSchema },
    answers: { 200: { description: 'The entry is marked, and viewers are told' } },
    errors: [...REFUSED, ...NOT_TAKEN, 'not_found']
  },
  unmarkEntry: {
    id: 'unmarkEntry',
    summary: 'Take the mark of an entry away',
    description: 'It succeeds where there is none, too.',
    tag: 'Entries',
    answers: { 200: { description: 'The entry has no mark' } },
    errors: [...REFUSED, 'not_found', 'storage_full']
  },
  exportHar: {
    id: 'exportHar',
    summary: 'Export the session as HAR',
    description: 'HAR 1.2, which browsers and other tools open. Values of the usual names of secrets are replaced in every field, unless ' +
      '`secrets` is `keep`. What is exported here comes back equal when it is imported.',
    tag: 'Entries',
    answers: {
      200: {
        description: 'The HAR, as a file to keep',
        headers: { 'Content-Disposition': Type.String({ description: 'The name of the file' }) },
        content: { 'application/json': HarSchema }
      }
    },
    errors: REFUSED
  },
  savePage: {
    id: 'savePage',
    summary: 'Save the session as a page',
    description: 'One HTML file that holds the viewer, the entries and the newest screenshots (16 MB of them): it opens from a disk, without the service and offline. ' +
      'Values of the usual names of secrets are replaced in every field, unless `secrets` is `keep`; what pictures show is not. Of a part of the session it has the ' +
      'screenshots of that time.',
    tag: 'Entries',
    answers: {
      200: {
        description: 'The page, as a file to keep',
        headers: { 'Content-Disposition': Type.String({ description: 'The name of the file' }) },
        content: { 'text/html': Type.String() }
      }
    },
    errors: [...REFUSED, 'not_found']
  },
  summarizeSession: {
    id: 'summarizeSession',
    summary: 'Summarize by method, host and path',
    description: 'For each method, host and path, in which numbers, UUIDs and the like are `*`: how many requests there are, how they ended, and how long they took. ' +
      'Those with most errors come first, then those with most requests.',
    tag: 'Entries',
    answers: { 200: { description: 'The summary' } },
    errors: REFUSED
  },
  getOnline: {
    id: 'getOnline',
    summary: 'Is anybody watching?',
    description: 'Whether at least one viewer is on the live channel of the session, on any replica.',
    tag: 'Live channel',
    answers: { 200: { description: 'Whether the session is watched' } },
    errors: REFUSED
  },
  countViewers: {
    id: 'countViewers',
    summary: 'How many are watching?',
    description: 'How many viewers are on the live channel of the session, on all replicas. A replica of an older version counts for one.',
    tag: 'Live channel',
    answers: { 200: { description: 'The number of viewers' } },
    errors: REFUSED
  },
  uploadScreenshot: {
    id: 'uploadScreenshot',
    summary: 'Upload a screenshot',
    description: 'One file part named `screenshot`: a JPEG, PNG, WebP or GIF image by its leading bytes. The newest 20 of a session are kept.',
    tag: 'Screenshots',
    bodies: { 'multipart/form-data': UploadFormSchema },
    answers: { 200: { description: 'The screenshot is stored, and announced to viewers' } },
    errors: [...REFUSED, ...NOT_TAKEN]
  },
  listScreenshots: {
    id: 'listScreenshots',
    summary: 'List the screenshots',
    description: 'Oldest first.',
    tag: 'Screenshots',
    answers: { 200: { description: 'The screenshots of the session' } },
    errors: REFUSED
  },
  getScreenshot: {
    id: 'getScreenshot',
    summary: 'Get the image of a screenshot',
    description: 'Its headers keep a browser from running anything in it.',
    tag: 'Screenshots',
    answers: {
      200: { description: 'The image as it was uploaded', content: Object.fromEntries(IMAGE_TYPES.map(type => [type, BinarySchema])) }
    },
    errors: [...REFUSED, 'not_found']
  },
  watchSession: {
    id: 'watchSession',
    summary: 'Watch a session live',
    description: 'A WebSocket. Its messages are among the schemas of this document, and described as a channel in asyncapi.json, beside it: ' +
      'first `Connected`, then every change.',
    tag: 'Live channel',
    answers: { 101: { description: 'The connection is a WebSocket now' } },
    errors: REFUSED
  },
  getHealth: {
    id: 'getHealth',
    summary: 'Is the process there?',
    description: 'It does not ask Redis: a restart of the process would not help where Redis is away.',
    tag: 'For operators',
    answers: { 200: { description: 'It is' } },
    errors: []
  },
  getReadiness: {
    id: 'getReadiness',
    summary: 'Should it get requests?',
    description: 'Whether Redis answers and the replica is not about to end.',
    tag: 'For operators',
    answers: { 200: { description: 'It should' } },
    errors: ['unavailable']
  },
  getMetrics: {
    id: 'getMetrics',
    summary: 'What the replica has done',
    description: "In Prometheus's text format.",
    tag: 'For operators',
    answers: { 200: { description: 'All metrics', content: { 'text/plain': Type.String() } } },
    errors: []
  },
  getOpenApi: {
    id: 'getOpenApi',
    summary: 'This document',
    description: 'OpenAPI 3.1; a person reads it at `docs/`, beside it.',
    tag: 'For operators',
    answers: { 200: { description: 'The document', content: { 'application/json': Type.Object({}) } } },
    errors: []
  },
  getAsyncApi: {
    id: 'getAsyncApi',
    summary: 'The messages of the live channel',
    description: 'An AsyncAPI 3.0 document.',
    tag: 'For operators',
    answers: { 200: { description: 'The document', content: { 'application/json': Type.Object({}) } } },
    errors: []
  }
} as const satisfies Record<string, Operation>
