// Which entries of a session a request asks for (contract §10), and how they are read: page by page, so that memory stays flat however
// few of many match.
import { ApiError } from '../errors.js'
import { matcher } from '../filter/matcher.js'
import { parse } from '../filter/parse.js'
import { valueCount } from '../filter/query.js'
import { hasRegex } from '../filter/regex-terms.js'
import type { Entry } from '../schema/entry.js'
import { ENTRY_FIELD_NAMES, type ListQuery } from '../schema/listing.js'
import type { EntryPages, Turn, Wanted } from '../store/entry-pages.js'

type Matches = (entry: Entry) => boolean
type FieldName = keyof Entry

/** Each is a search through whole bodies at the worst, and the event loop waits for all of those of one entry. */
const MOST_VALUES = 20

export interface SelectedListing {
  /** The change that every page is at least as new as. */
  rev: string
  pages: AsyncIterable<Partial<Entry>[]>
}

export interface Selection {
  matches: Matches | undefined
  last: number | undefined
  after: string | undefined
  fields: FieldName[] | undefined
}

/** Throws an ApiError where it cannot be understood. */
export function selectionOf ({ filter, last, after, fields }: Omit<ListQuery, 'sessionId'>): Selection {
  if (last !== undefined && after !== undefined) throw new ApiError('bad_request', 'last and after cannot be given together')
  return {
    matches: filter === undefined ? undefined : matchesOf(filter),
    last: last === undefined ? undefined : Number(last),
    after,
    fields: fields === undefined ? undefined : fieldsOf(fields)
  }
}

/** The first page is read before this resolves. */
export async function select (entries: EntryPages, session: string, selection: Selection, turn: Turn): Promise<SelectedListing> {
  const { matches, last, after, fields } = selection
  if (!matches) {
    const { rev, pages } = await entries.list(session, given({ last, after, fields }), turn)
    return { rev, pages: fields && !fields.includes('id') ? projected(pages, fields) : pages }
  }
  const from = last === undefined ? undefined : await nthMatch(entries, session, matches, last, turn)
  const { rev, pages } = await entries.list(session, given({ after, from }), turn)
  const found = filtered(pages, matches, last)
  return { rev, pages: fields ? projected(found, fields) : found }
}

function matchesOf (filter: string): Matches {
  const query = parse(filter)
  if (hasRegex(query)) throw new ApiError('bad_request', 'filter: regular expressions are not taken here')
  if (valueCount(query) > MOST_VALUES) throw new ApiError('bad_request', `filter: at most ${MOST_VALUES} values are taken here`)
  return matcher(query, { nowMs: Date.now() })
}

function fieldsOf (fields: string): FieldName[] {
  const names = fields.split(',').map(name => name.trim())
  const unknown = names.find(name => !isFieldName(name))
  if (unknown !== undefined) throw new ApiError('bad_request', `fields: there is no field ${JSON.stringify(unknown)}; there are ${ENTRY_FIELD_NAMES.join(', ')}`)
  return ENTRY_FIELD_NAMES.filter(name => names.includes(name))
}

function isFieldName (name: string): name is FieldName {
  return (ENTRY_FIELD_NAMES as string[]).includes(name)
}

function given (wanted: { [Name in keyof Wanted]: Wanted[Name] | undefined }): Wanted {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}

// Read twice rather than held: nobody knows how large those are that match. Undefined: the list begins with the first entry.
async function nthMatch (entries: EntryPages, session: string, matches: Matches, n: number, turn: Turn): Promise<string | undefined> {
  let found = 0
  for await (const page of entries.back(session, turn)) {
    for (const entry of page) {
      if (matches(entry) && ++found === n) return entry.id
    }
  }
  return undefined
}

/** `most`: where others match that have arrived since. */
async function * filtered (pages: AsyncIterable<Entry[]>, matches: Matches, most = Infinity): AsyncGenerator<Entry[]> {
  let left = most
  for await (const page of pages) {
    const found = page.splice(0).filter(matches).slice(0, left)
    yield found
    left -= found.length
    if (left === 0) return
  }
}

async function * projected (pages: AsyncIterable<Entry[]>, fields: FieldName[]): AsyncGenerator<Partial<Entry>[]> {
  for await (const page of pages) {
    yield page.splice(0).map(entry => Object.fromEntries(fields.filter(name => entry[name] !== undefined).map(name => [name, entry[name]])))
  }
}
