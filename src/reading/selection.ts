// Parses which entries of a session a request selects (docs/api.md, "A part of a session").
import { ApiError, short } from '../errors.js'
import { parse } from '../filter/parse.js'
import { valueCount } from '../filter/query.js'
import { hasRegex } from '../filter/regex-terms.js'
import type { Entry } from '../schema/entry.js'
import { ENTRY_FIELD_NAMES, type ListQuery } from '../schema/listing.js'
import type { Filter } from './tasks.js'

type FieldName = keyof Entry

/** In the worst case, each value is a search through whole bodies. */
const MAX_VALUES = 20

type SelectionQuery = { [Name in 'filter' | 'last' | 'after' | 'fields']?: ListQuery[Name] | undefined }

export interface Selection {
  filter: Filter | undefined
  last: number | undefined
  after: string | undefined
  fields: FieldName[] | undefined
}

/** Throws an ApiError if the query is not valid. */
export function selectionOf ({ filter, last, after, fields }: SelectionQuery): Selection {
  if (last !== undefined && after !== undefined) throw new ApiError('bad_request', 'last and after cannot be given together')
  return {
    filter: filter === undefined ? undefined : filterOf(filter),
    last: last === undefined ? undefined : Number(last),
    after,
    fields: fields === undefined ? undefined : fieldsOf(fields)
  }
}

function filterOf (text: string): Filter {
  const query = parse(text)
  if (hasRegex(query)) {
    throw new ApiError('bad_request', 'filter: regular expressions are not accepted here; to search for slashes, put the text in quotes')
  }
  if (valueCount(query) > MAX_VALUES) throw new ApiError('bad_request', `filter: at most ${MAX_VALUES} words and values are accepted here`)
  return { text, nowMs: Date.now() }
}

function fieldsOf (fields: string): FieldName[] {
  const names = fields.split(',').map(name => name.trim())
  const unknown = names.find(name => !isFieldName(name))
  if (unknown !== undefined) {
    const known = ENTRY_FIELD_NAMES.join(', ')
    throw new ApiError('bad_request', `fields: there is no field ${JSON.stringify(short(unknown))}; the fields are ${known}`)
  }
  return ENTRY_FIELD_NAMES.filter(name => names.includes(name))
}

function isFieldName (name: string): name is FieldName {
  return (ENTRY_FIELD_NAMES as string[]).includes(name)
}
