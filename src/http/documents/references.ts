// The schemas that have a name in the API documents: each is written once, under components, and referred to elsewhere.
import { BatchReplySchema } from '../../schema/batch.js'
import { EntrySchema } from '../../schema/entry.js'
import { MESSAGES } from '../../schema/event.js'
import { HarSchema } from '../../schema/har.js'
import { MessageSchema, MessagesPushSchema } from '../../schema/message.js'
import { FormPushSchema, JsonPushSchema } from '../../schema/push-body.js'
import { GivenRulesSchema, RuleSchema, RulesReplySchema } from '../../schema/rule.js'
import { ErrorSchema, PushErrorSchema, PushReplySchema, SuccessSchema } from '../../schema/reply.js'
import { ScreenshotSchema } from '../../schema/screenshot.js'

/** The schemas of the live channel. */
export const CHANNEL_SCHEMAS = {
  Entry: EntrySchema, Screenshot: ScreenshotSchema, Rule: RuleSchema, ...MESSAGES.fromService, ...MESSAGES.fromViewer
}

/** All schemas that have a name. */
export const SCHEMAS = {
  ...CHANNEL_SCHEMAS,
  JsonPush: JsonPushSchema,
  FormPush: FormPushSchema,
  MessagesPush: MessagesPushSchema,
  Message: MessageSchema,
  PushReply: PushReplySchema,
  PushError: PushErrorSchema,
  BatchReply: BatchReplySchema,
  Har: HarSchema,
  Rules: RulesReplySchema,
  GivenRules: GivenRulesSchema,
  Success: SuccessSchema,
  Error: ErrorSchema
}

const NAMES = new Map<unknown, string>(Object.entries(SCHEMAS).map(([name, schema]) => [schema, name]))

/** A copy of a schema, in which every schema that has a name is a reference. */
export function withReferences (schema: unknown): unknown {
  const name = NAMES.get(schema)
  return name === undefined ? copy(schema) : { $ref: `#/components/schemas/${name}` }
}

/** Copies of schemas by name. Inside them, every schema that has a name is a reference. */
export function definitions (schemas: Record<string, object>): Record<string, object> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, copyMembers(schema)]))
}

function copy (value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences)
  return typeof value === 'object' && value !== null ? copyMembers(value) : value
}

function copyMembers (value: object): object {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withReferences(inner)]))
}
