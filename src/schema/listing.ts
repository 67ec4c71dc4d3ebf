// The query parameters that select and shape a session's entries (docs/api.md, "A part of a session").
import { Type, type Static } from './typebox.js'
import { EntrySchema, type Entry } from './entry.js'
import { SessionIdSchema } from './session.js'

export const ENTRY_FIELD_NAMES = Object.keys(EntrySchema.properties) as (keyof Entry)[]

// Without `examples`: the page on which people try requests would fill them in.
const filter = Type.String({
  maxLength: 2000,
  description: 'Only entries that match this filter, for example `method:POST path:/orders -status:2xx`; without regular expressions'
})
const last = Type.String({
  pattern: '^[1-9]\\d{0,6}$', description: 'Only the newest N of the entries that match, in order of arrival, for example `20`'
})

export const ENTRY_ID_PATTERN = '^\\d{1,16}-[\\da-f]{1,32}$'

/** Selects entries. */
export const SelectionQuerySchema = Type.Object({ sessionId: SessionIdSchema, filter: Type.Optional(filter), last: Type.Optional(last) })

/** For exports, which people pass on. */
export const ExportQuerySchema = Type.Object({
  ...SelectionQuerySchema.properties,
  secrets: Type.Optional(Type.Enum(['redact', 'keep'], {
    description: 'Whether values with the usual names of secrets are replaced (`redact`, the default) or kept (`keep`)'
  }))
})

export const ListQuerySchema = Type.Object({
  ...SelectionQuerySchema.properties,
  fields: Type.Optional(Type.String({
    maxLength: 500,
    description: `Only these fields of each entry, comma-separated, for example \`id,method,api\`. Fields: ${ENTRY_FIELD_NAMES.join(', ')}`
  })),
  after: Type.Optional(Type.String({
    pattern: ENTRY_ID_PATTERN,
    description: 'Only entries after the one with this id, for example `1-5f0c2a9be714`: continues a list that broke off'
  }))
})
export type ListQuery = Static<typeof ListQuerySchema>

/** Selects the entries to delete. */
export const ClearQuerySchema = Type.Object({
  sessionId: SessionIdSchema,
  through: Type.Optional(Type.String({
    pattern: ENTRY_ID_PATTERN,
    description: 'The id of the newest entry to delete, for example `20-5f0c2a9be714`: it and all earlier entries are deleted, ' +
      'later entries stay. This entry may have been deleted already'
  }))
})
