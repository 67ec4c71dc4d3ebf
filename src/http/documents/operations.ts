// Describes each route of sessions for the API documents: its purpose, and the inputs and responses that its own schemas do not cover.
import { Type } from '../../schema/typebox.js'
import { BatchLinesSchema, BatchReplySchema, BatchSchema, BatchTextSchema, MAX_PUSHES } from '../../schema/batch.js'
import { EntrySchema } from '../../schema/entry.js'
import { HarSchema } from '../../schema/har.js'
import { MarkSchema } from '../../schema/mark.js'
import { MessageSchema, MessagesPushSchema } from '../../schema/message.js'
import { FormPushSchema, JsonPushSchema } from '../../schema/push-body.js'
import { IMAGE_TYPES, UploadFormSchema } from '../../schema/screenshot.js'
import { BODY_ERRORS, SESSION_ERRORS, type DocumentedOperation } from './operation.js'
import { OPERATOR_OPERATIONS } from './operator-operations.js'
import { RULE_OPERATIONS } from './rule-operations.js'

const AnyPushSchema = Type.Union([JsonPushSchema, MessagesPushSchema])
const BinarySchema = Type.String({ format: 'binary' })
const EvictedSchema = Type.Integer({ description: 'How many older entries were evicted since the last clear' })
const ETagSchema = Type.String({ description: "The session's last rev, in quotes" })

export const OPERATIONS = {
  pushEntry: {
    id: 'pushEntry',
    summary: 'Push an entry, in one phase or two',
    description: 'A pending push (`timeConsuming` 0) may be sent when a request starts. When it ends, a complete push with the same ' +
      '`requestId` updates the entry. Fields that a later push does not contain stay as they were; a pending push ' +
      'that comes after the complete one changes nothing. Without a `requestId`, every push is a new entry. After a 503, the ' +
      'push may have been stored: retrying it with the same `requestId` is safe. A push of messages adds them to the entry with its ' +
      '`requestId`, which must have been pushed before; messages that the entry has already are ignored.',
    tag: 'Entries',
    bodies: {
      'application/json': AnyPushSchema, 'application/x-www-form-urlencoded': FormPushSchema, 'text/plain': AnyPushSchema
    },
    responses: { 200: { description: 'The entry is stored, and announced to viewers' } },
    errors: [...SESSION_ERRORS, ...BODY_ERRORS, 'not_found'],
    envelope: true
  },
  pushBatch: {
    id: 'pushBatch',
    summary: 'Push several entries at once',
    description: `Up to ${MAX_PUSHES} pushes, validated one by one and stored in order. The response has the result of each, in ` +
      'the same order. An error applies to the whole request: nothing was stored or, after a 503, some pushes may have been stored. ' +
      'Repeating it with the same `requestId`s is safe. If Redis is full for only some pushes, their results say so.',
    tag: 'Entries',
    bodies: { 'application/json': BatchSchema, 'application/x-ndjson': BatchLinesSchema, 'text/plain': BatchTextSchema },
    responses: { 200: { description: 'The result of each push', content: { 'application/json': BatchReplySchema } } },
    errors: [...SESSION_ERRORS, ...BODY_ERRORS],
    envelope: true
  },
  importHar: {
    id: 'importHar',
    summary: 'Import a recording',
    description: 'A HAR file of any recorder. Its entries are stored as complete requests, in order, with their recorded start times; ' +
      'the response has the result of each entry, in the same order. Entries without the URL of a request are refused. Entries that ' +
      'Earshot exported are restored as the file has them. Others get request ids derived from the bytes of the file: importing it ' +
      'again, even after a 503, adds no duplicates. No two files share ids.',
    tag: 'Entries',
    bodies: { 'application/json': HarSchema, 'text/plain': HarSchema },
    responses: { 200: { description: 'The result of each entry', content: { 'application/json': BatchReplySchema } } },
    errors: [...SESSION_ERRORS, ...BODY_ERRORS],
    envelope: true
  },
  listEntries: {
    id: 'listEntries',
    summary: 'List all entries, or a selection',
    description: 'In order of first arrival; without further parameters, all entries. With `Accept: application/x-ndjson`, the response ' +
      'has one entry per line. Send the `ETag` of an earlier list as `If-None-Match`: if nothing has changed since, the ' +
      'response is 304, without a list.',
    tag: 'Entries',
    headers: Type.Object({ 'If-None-Match': Type.Optional(Type.String({ description: 'The ETag of an earlier list' })) }),
    responses: {
      200: {
        description: 'The entries',
        headers: { ETag: ETagSchema, 'Earshot-Evicted': EvictedSchema },
        content: { 'application/json': Type.Array(EntrySchema), 'application/x-ndjson': EntrySchema }
      },
      304: { description: 'Nothing has changed since that list', headers: { ETag: ETagSchema, 'Earshot-Evicted': EvictedSchema } }
    },
    errors: SESSION_ERRORS
  },
  readEntry: {
    id: 'readEntry',
    summary: 'Read one entry',
    description: 'In the same form as in the list.',
    tag: 'Entries',
    responses: { 200: { description: 'The entry', content: { 'application/json': EntrySchema } } },
    errors: [...SESSION_ERRORS, 'not_found']
  },
  readMessages: {
    id: 'readMessages',
    summary: 'Read the messages of an entry',
    description: 'The stored messages of a WebSocket, an EventSource or a response with server-sent events, in order. With ' +
      '`Accept: application/x-ndjson`, the response has one message per line. An entry without messages has an empty list.',
    tag: 'Entries',
    responses: {
      200: {
        description: 'The messages',
        content: { 'application/json': Type.Array(MessageSchema), 'application/x-ndjson': MessageSchema }
      }
    },
    errors: [...SESSION_ERRORS, 'not_found']
  },
  clearEntries: {
    id: 'clearEntries',
    summary: 'Delete all entries',
    description: 'With `through`, only the entries up to this id: later entries stay. If no entry stays, viewers get `cleared`, else ' +
      'one `deleted` for each deleted entry. It also succeeds for an empty session.',
    tag: 'Entries',
    responses: { 200: { description: 'No entries are left; with `through`, none up to this id' } },
    errors: SESSION_ERRORS
  },
  deleteEntry: {
    id: 'deleteEntry',
    summary: 'Delete one entry',
    description: 'A later push with its `requestId` creates a new entry.',
    tag: 'Entries',
    responses: { 200: { description: 'The entry is gone' } },
    errors: [...SESSION_ERRORS, 'not_found']
  },
  markEntry: {
    id: 'markEntry',
    summary: 'Mark an entry',
    description: 'Sets a pin, a color and a note, which replace the previous mark. All viewers see the new mark at once. Updates of the ' +
      'entry keep its mark; it is removed when the entry is deleted or evicted.',
    tag: 'Entries',
    bodies: { 'application/json': MarkSchema },
    responses: { 200: { description: 'The entry is marked, and viewers are notified' } },
    errors: [...SESSION_ERRORS, ...BODY_ERRORS, 'not_found']
  },
  unmarkEntry: {
    id: 'unmarkEntry',
    summary: 'Remove the mark of an entry',
    description: 'It also succeeds if the entry has no mark.',
    tag: 'Entries',
    responses: { 200: { description: 'The entry has no mark' } },
    errors: [...SESSION_ERRORS, 'not_found', 'storage_full']
  },
  exportHar: {
    id: 'exportHar',
    summary: 'Export the session as HAR',
    description: 'HAR 1.2, which browsers and other tools open. Values with the usual names of secrets are replaced in every field, ' +
      'unless `secrets` is `keep`. An import of this file restores the entries as the file has them.',
    tag: 'Entries',
    responses: {
      200: {
        description: 'The HAR file, for download',
        headers: { 'Content-Disposition': Type.String({ description: 'The name of the file' }) },
        content: { 'application/json': HarSchema }
      }
    },
    errors: SESSION_ERRORS
  },
  savePage: {
    id: 'savePage',
    summary: 'Save the session as a page',
    description: 'One HTML file with the viewer, the entries and the newest screenshots (up to 16 MB). It opens from a disk, without the ' +
      'service and offline. ' +
      'Values with the usual names of secrets are replaced in every field, unless `secrets` is `keep`; screenshots are not changed. ' +
      'If only some entries are selected, the page has only the screenshots from the time span of these entries.',
    tag: 'Entries',
    responses: {
      200: {
        description: 'The page, for download',
        headers: { 'Content-Disposition': Type.String({ description: 'The name of the file' }) },
        content: { 'text/html': Type.String() }
      }
    },
    errors: [...SESSION_ERRORS, 'not_found']
  },
  summarizeSession: {
    id: 'summarizeSession',
    summary: 'Summarize by method, host and path',
    description: 'One row for each method, host and path, with `*` for numbers, UUIDs and similar parts of the path: how many requests ' +
      'there are, how they ended, and how long they took. Rows with the most errors come first, then rows with the most requests.',
    tag: 'Entries',
    responses: { 200: { description: 'The summary' } },
    errors: SESSION_ERRORS
  },
  getOnline: {
    id: 'getOnline',
    summary: 'Is anybody watching?',
    description: 'Whether at least one viewer is on the live channel of the session, on any replica.',
    tag: 'Live channel',
    responses: { 200: { description: 'Whether the session is watched' } },
    errors: SESSION_ERRORS
  },
  countViewers: {
    id: 'countViewers',
    summary: 'How many are watching?',
    description: 'How many viewers the session has, over all replicas. A replica of an older version counts as one viewer.',
    tag: 'Live channel',
    responses: { 200: { description: 'The number of viewers' } },
    errors: SESSION_ERRORS
  },
  getAddresses: {
    id: 'getAddresses',
    summary: 'Where does a phone reach the service?',
    description: 'The private IPv4 addresses of the machine, if the service listens on all addresses. Only a client on the machine ' +
      'itself gets them, if it uses localhost and no proxy; others get an empty list.',
    tag: 'Live channel',
    responses: { 200: { description: 'The addresses, as URLs' } },
    errors: SESSION_ERRORS
  },
  getRecorder: {
    id: 'getRecorder',
    summary: 'Which browser has loaded the recorder?',
    description: 'For a viewer that waits for the first request: ask every few seconds. A load of the recorder in ' +
      'a page is noted only while somebody asks, with the names of the browser and of the device. The note is kept for ten minutes.',
    tag: 'Live channel',
    responses: { 200: { description: 'What is known of the last load of the recorder' } },
    errors: SESSION_ERRORS
  },
  uploadScreenshot: {
    id: 'uploadScreenshot',
    summary: 'Upload a screenshot',
    description: 'One file part named `screenshot`: a JPEG, PNG, WebP or GIF image (by its leading bytes). A session keeps the newest 20.',
    tag: 'Screenshots',
    bodies: { 'multipart/form-data': UploadFormSchema },
    responses: { 200: { description: 'The screenshot is stored, and announced to viewers' } },
    errors: [...SESSION_ERRORS, ...BODY_ERRORS]
  },
  listScreenshots: {
    id: 'listScreenshots',
    summary: 'List the screenshots',
    description: 'Oldest first.',
    tag: 'Screenshots',
    responses: { 200: { description: 'The screenshots of the session' } },
    errors: SESSION_ERRORS
  },
  getScreenshot: {
    id: 'getScreenshot',
    summary: 'Get the image of a screenshot',
    description: 'The response headers prevent browsers from running scripts in the image.',
    tag: 'Screenshots',
    responses: {
      200: { description: 'The image as it was uploaded', content: Object.fromEntries(IMAGE_TYPES.map(type => [type, BinarySchema])) }
    },
    errors: [...SESSION_ERRORS, 'not_found']
  },
  watchSession: {
    id: 'watchSession',
    summary: 'Watch a session live',
    description: 'A WebSocket: first comes `Connected`, then every change. Its messages are among the schemas of this document; ' +
      'asyncapi.json, next to it, describes the channel.',
    tag: 'Live channel',
    responses: { 101: { description: 'The connection is a WebSocket now' } },
    errors: SESSION_ERRORS
  },
  ...RULE_OPERATIONS,
  ...OPERATOR_OPERATIONS
} as const satisfies Record<string, DocumentedOperation>
