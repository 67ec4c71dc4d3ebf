// A push of an app (docs/api.md, "A push"), after pushes/push-body.ts has read it leniently.
import { Type, type Static } from './typebox.js'
import type { Mark } from './mark.js'
import { InitiatorSchema } from './initiator.js'
import { AppliedRuleSchema } from './rule.js'
import { TimingsSchema } from './timings.js'

/** The methods of the IANA HTTP Method Registry; and ERROR, for an error in the app, which is no request. */
export const METHODS = [
  'ACL', 'BASELINE-CONTROL', 'BIND', 'CHECKIN', 'CHECKOUT', 'CONNECT', 'COPY', 'DELETE', 'GET', 'HEAD', 'LABEL', 'LINK',
  'LOCK', 'MERGE', 'MKACTIVITY', 'MKCALENDAR', 'MKCOL', 'MKREDIRECTREF', 'MKWORKSPACE', 'MOVE', 'OPTIONS', 'ORDERPATCH',
  'PATCH', 'POST', 'PRI', 'PROPFIND', 'PROPPATCH', 'PUT', 'QUERY', 'REBIND', 'REPORT', 'SEARCH', 'TRACE', 'UNBIND',
  'UNCHECKOUT', 'UNLINK', 'UNLOCK', 'UPDATE', 'UPDATEREDIRECTREF', 'VERSION-CONTROL', 'ERROR'
] as const

/** Fields that contain text, which is stored unchanged. */
export const TEXT_FIELDS = [
  'requestHeader', 'responseHeader', 'request', 'response', 'pageParams', 'storage', 'originalResponseHeader', 'originalResponse'
] as const
export type TextField = typeof TEXT_FIELDS[number]

/** Short texts about the record itself; an empty one is the same as none. */
export const LABELS = ['source', 'via', 'note'] as const
export type Label = typeof LABELS[number]

export const PushSchema = Type.Object({
  api: Type.String({ minLength: 1 }),
  method: Type.Enum([...METHODS]),
  requestId: Type.Optional(Type.String({ maxLength: 256 })),
  timeConsuming: Type.Optional(Type.Number({ minimum: 0 })),
  requestHeader: Type.Optional(Type.String()),
  responseHeader: Type.Optional(Type.String()),
  request: Type.Optional(Type.String()),
  response: Type.Optional(Type.String()),
  pageParams: Type.Optional(Type.String()),
  storage: Type.Optional(Type.String()),
  age: Type.Optional(Type.Number({ minimum: 0 })),
  source: Type.Optional(Type.String({ maxLength: 128 })),
  via: Type.Optional(Type.String({ maxLength: 32 })),
  note: Type.Optional(Type.String({ maxLength: 1000 })),
  rule: Type.Optional(AppliedRuleSchema),
  originalResponseHeader: Type.Optional(Type.String()),
  originalResponse: Type.Optional(Type.String()),
  timings: Type.Optional(TimingsSchema),
  initiator: Type.Optional(InitiatorSchema)
})
export type Push = Static<typeof PushSchema>

/**
 * A push from a recording. `startTime`: when its request started, in milliseconds since the epoch; it takes precedence over `age`.
 * `mark`: the mark of its entry.
 */
export type RestoredPush = Push & { startTime?: number, mark?: Mark }
