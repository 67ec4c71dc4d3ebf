// What may be asked of a session's entries (contract §10).
import { Type, type Static } from './typebox.js'
import { EntrySchema, type Entry } from './entry.js'
import { SessionIdSchema } from './session.js'

export const ENTRY_FIELD_NAMES = Object.keys(EntrySchema.properties) as (keyof Entry)[]

// Without `examples`: a page that tries requests would fill them in.
const filter = Type.String({
  maxLength: 2000,
  description: 'Only entries that match, in the filter language, for example `method:POST path:/orders -status:2xx`; all of it but regular expressions'
})
const last = Type.String({
  pattern: '^[1-9]\\d{0,6}$', description: 'Only the newest of those that match, so many, still in order of arrival, for example `20`'
})

const ID = '^\\d{1,16}-[\\da-f]{1,32}$'

/** Which entries. */
export const SelectionQuerySchema = Type.Object({ sessionId: SessionIdSchema, filter: Type.Optional(filter), last: Type.Optional(last) })

/** What is made to be passed on. */
export const ExportQuerySchema = Type.Object({
  ...SelectionQuerySchema.properties,
  secrets: Type.Optional(Type.Enum(['redact', 'keep'], {
    description: 'Whether values of the usual names of secrets are replaced, as they are where this is not given, or kept'
  }))
})

export const ListQuerySchema = Type.Object({
  ...SelectionQuerySchema.properties,
  fields: Type.Optional(Type.String({
    maxLength: 500,
    description: `Only these fields of each, with commas between them, for example \`id,method,api\`; of ${ENTRY_FIELD_NAMES.join(', ')}`
  })),
  after: Type.Optional(Type.String({
    pattern: ID, description: 'Only entries behind the one with this id, for example `1-5f0c2a9be714`: to go on where a list broke off'
  }))
})
export type ListQuery = Static<typeof ListQuerySchema>

/** Which entries go. */
export const ClearQuerySchema = Type.Object({
  sessionId: SessionIdSchema,
  through: Type.Optional(Type.String({
    pattern: ID,
    description: 'The id of the newest entry that was seen: it goes with all that arrived before it, and what arrived later stays, for example `20-5f0c2a9be714`. It may be gone already'
  }))
})
