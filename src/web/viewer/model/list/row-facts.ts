// The texts of a row. They are computed when the row is first rendered, and cached as long as the entry exists.
import type { Held } from '../../../../exchange/held.js'
import { isPending } from '../../../../exchange/outcome.js'
import { factsOf } from '../../../../filter/facts.js'
import { headOf, visibleHead } from '../../../../text/visible.js'
import { readable } from '../../text/readable.js'

export interface RowFacts {
  /** The last part of the path, or the name of the operation; decoded for reading. */
  name: string
  /** The rest of the address. */
  place: string
  host: string
  status: number | undefined
  statusText: string
  /** The subtype of an image, or the kind: `png`, `json`. */
  type: string
  size: number
}

const known = new WeakMap<Held, RowFacts>()

export function rowFactsOf (entry: Held): RowFacts {
  let facts = known.get(entry)
  if (!facts) known.set(entry, facts = read(entry))
  return facts
}

function read (entry: Held): RowFacts {
  const facts = factsOf(entry)
  const { host, path, query } = facts.address
  const operation = facts.operation
  const slash = path.lastIndexOf('/', path.length - 2)
  const last = path.slice(slash + 1) || path
  const before = path.slice(0, slash + 1)
  const name = operation ? operation.name || operation.kind : last + query
  return {
    name: forReading(name),
    place: forReading(operation ? path + query : before === '/' ? '' : before),
    host: visibleHead(host),
    status: facts.status?.code,
    statusText: facts.status?.text ?? '',
    type: typeOf(entry),
    size: facts.body.size
  }
}

// More than a row has room for: it shows about a tenth of this.
const MOST = 3000

function forReading (text: string): string {
  return visibleHead(readable(headOf(text, MOST)))
}

function typeOf (entry: Held): string {
  const { kind, body } = factsOf(entry)
  if (isPending(entry) && kind === 'other') return ''
  const subtype = /^image\/(?:x-)?([a-z\d]{1,12})/.exec(body.mediaType)?.[1]
  return subtype ?? kind
}
