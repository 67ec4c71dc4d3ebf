// The texts of a row. They are computed when the row is first rendered, and cached as long as the entry exists.
import { isAppError } from '../../../../exchange/app-error.js'
import type { ListedEntry } from '../../../../exchange/held.js'
import { isPending } from '../../../../exchange/outcome.js'
import { splitName } from '../../../../exchange/path-parts.js'
import { factsOf } from '../../../../filter/facts.js'
import { headOf, visibleHead } from '../../../../text/visible.js'
import { readable } from '../../text/readable.js'

export interface RowFacts {
  /** The last part of the path, and the part before it if the last one is an id; or the name of the operation, or the message of an error.
   * Decoded for reading. */
  name: string
  query: string
  /** The rest of the path; of an operation and of an error, all of the path and the query. */
  place: string
  host: string
  status: number | undefined
  /** The subtype of an image, or the kind: `png`, `json`. */
  type: string
  size: number
}

const known = new WeakMap<ListedEntry, RowFacts>()

export function rowFactsOf (entry: ListedEntry): RowFacts {
  let facts = known.get(entry)
  if (!facts) known.set(entry, facts = read(entry))
  return facts
}

function read (entry: ListedEntry): RowFacts {
  const facts = factsOf(entry)
  const { host, path, query } = facts.address
  const isNamed = facts.operation || isAppError(entry)
  const [before] = splitName(path, facts.pattern)
  return {
    name: nameOf(entry),
    query: forReading(isNamed ? '' : query),
    place: forReading(isNamed ? path + query : before === '/' ? '' : before),
    host: visibleHead(host),
    status: facts.status?.code,
    type: typeOf(entry),
    size: facts.body.size
  }
}

/** The name of the row alone, for sorting: it costs a part of what all its texts cost. */
export function nameOf (entry: ListedEntry): string {
  return forReading((isAppError(entry) && entry.note) || factsOf(entry).name)
}

// More than a row has room for: it shows about a tenth of this.
const MAX_CHARACTERS = 3000

// Almost every text: a hundred thousand of them are sorted while a person clicks.
const PLAIN = /^[ -$&-~]{0,200}$/

function forReading (text: string): string {
  return PLAIN.test(text) ? text : visibleHead(readable(headOf(text, MAX_CHARACTERS)))
}

function typeOf (entry: ListedEntry): string {
  const { kind, body } = factsOf(entry)
  if (isPending(entry) && kind === 'other') return ''
  const subtype = /^image\/(?:x-)?([a-z\d]{1,12})/.exec(body.mediaType)?.[1]
  return subtype ?? kind
}
