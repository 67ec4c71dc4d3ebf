// Which entries of a session a request asks for (contract §10), and how they are read: page by page, so that memory stays flat however
// few of many match.
import { ApiError } from '../errors.js'
import { matcher } from '../filter/matcher.js'
import { parse } from '../filter/parse.js'
import { valueCount } from '../filter/query.js'
import { hasRegex } from '../filter/regex-terms.js'
import { dependsOnSession } from '../filter/session-dependence.js'
import type { Entry } from '../schema/entry.js'
import { ENTRY_FIELD_NAMES, type ListQuery } from '../schema/listing.js'
import type { EntryPages, Turn, Wanted } from '../store/entry-pages.js'
import type { EntryWork, Filter } from './entry-work.js'
import { readFlags } from './session-repeats.js'

type FieldName = keyof Entry

/** Each is a search through whole bodies at the worst. */
const MOST_VALUES = 20

export interface SelectedListing {
  /** The change that every page is at least as new as. */
  rev: string
  pages: AsyncIterable<Partial<Entry>[]>
}

type Asked = { [Name in 'filter' | 'last' | 'after' | 'fields']?: ListQuery[Name] | undefined }

export interface Selection {
  filter: Filter | undefined
  last: number | undefined
  after: string | undefined
  fields: FieldName[] | undefined
}

/** Throws an ApiError where it cannot be understood. */
export function selectionOf ({ filter, last, after, fields }: Asked): Selection {
  if (last !== undefined && after !== undefined) throw new ApiError('bad_request', 'last and after cannot be given together')
  return {
    filter: filter === undefined ? undefined : filterOf(filter),
    last: last === undefined ? undefined : Number(last),
    after,
    fields: fields === undefined ? undefined : fieldsOf(fields)
  }
}

/** The first page is read before this resolves. */
export async function select (
  entries: EntryPages, work: EntryWork, session: string, selection: Selection, turn: Turn
): Promise<SelectedListing> {
  const { last, after, fields } = selection
  const filter = selection.filter && await informed(selection.filter, entries, session, turn)
  if (!filter) {
    const { rev, pages } = await entries.list(session, given({ last, after, fields }), turn)
    return { rev, pages: fields && !fields.includes('id') ? projected(pages, fields) : pages }
  }
  const from = last === undefined ? undefined : await nthMatch(entries.back(session, turn), work, filter, last)
  const { rev, pages } = await entries.list(session, given({ after, from }), turn)
  const found = filtered(pages, work, filter, last)
  return { rev, pages: fields ? projected(found, fields) : found }
}

/** With what it must know of the whole session, where it looks at more than one entry. */
export async function informed (filter: Filter, entries: EntryPages, session: string, turn: Turn): Promise<Filter> {
  const query = parse(filter.text)
  if (!dependsOnSession(query)) return filter
  const flagsOf = await readFlags(entries, session, turn)
  const { nowMs } = filter
  return { ...filter, flagsOf, matches: matcher(query, { nowMs, isDuplicate: ({ id }) => flagsOf(id).isDuplicate, isNPlusOne: ({ id }) => flagsOf(id).isNPlusOne }) }
}

function filterOf (text: string): Filter {
  const query = parse(text)
  if (hasRegex(query)) throw new ApiError('bad_request', 'filter: regular expressions are not taken here; to search for slashes, put the text in quotes')
  if (valueCount(query) > MOST_VALUES) throw new ApiError('bad_request', `filter: at most ${MOST_VALUES} values are taken here`)
  const nowMs = Date.now()
  return { text, nowMs, matches: matcher(query, { nowMs }) }
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
async function nthMatch (pagesBack: AsyncIterable<Entry[]>, work: EntryWork, filter: Filter, n: number): Promise<string | undefined> {
  let left = n
  for await (const page of pagesBack) {
    const found = await work.matching(page.splice(0), filter)
    if (found.length >= left) return found[left - 1]?.id
    left -= found.length
  }
  return undefined
}

/** `most`: where others match that have arrived since. */
async function * filtered (pages: AsyncIterable<Entry[]>, work: EntryWork, filter: Filter, most = Infinity): AsyncGenerator<Entry[]> {
  let left = most
  for await (const page of pages) {
    const found = (await work.matching(page.splice(0), filter)).slice(0, left)
    left -= found.length
    yield found
    if (left === 0) return
  }
}

async function * projected (pages: AsyncIterable<Entry[]>, fields: FieldName[]): AsyncGenerator<Partial<Entry>[]> {
  for await (const page of pages) {
    yield page.splice(0).map(entry => Object.fromEntries(fields.filter(name => entry[name] !== undefined).map(name => [name, entry[name]])))
  }
}
