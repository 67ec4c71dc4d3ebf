// Facts about an entry that take time to compute and memory to store: decoded queries, headers, JSON. Each fact is computed once for an
// entry, even if several values of a query need it, and dropped after the entry was matched.
import { queryOf } from '../exchange/address.js'
import { readHeaders, type HeaderField } from '../exchange/headers.js'
import type { ListedEntry } from '../exchange/held.js'
import { jsonOf } from '../exchange/json-body.js'
import { factsOf } from './facts.js'
import { readPath, someAt } from './json-path.js'

/** Separates texts that are joined for one search. No address contains it; a search for it uses the single texts. */
export const QUERY_SEPARATOR = '\0'

let last: ParsedFacts | undefined

export function parsedFactsOf (entry: ListedEntry): ParsedFacts {
  if (last?.entry !== entry) last = new ParsedFacts(entry)
  return last
}

export function forget (): void {
  last = undefined
}

class ParsedFacts {
  readonly #headers = new Map<string, HeaderField[]>()
  readonly #roots = new Map<string, unknown>()
  readonly #values = new Map<string, Map<string, unknown[]>>()
  #queries: readonly string[] | undefined
  #joinedQueries: string | undefined

  constructor (readonly entry: ListedEntry) {}

  /** The query as sent and, if it contains escapes, each pair decoded. */
  get queries (): readonly string[] {
    if (this.#queries) return this.#queries
    const { query } = factsOf(this.entry).address
    this.#queries = /[%+]/.test(query) ? [query, ...queryOf(query).map(({ name, value }) => `${name}=${value}`)] : [query]
    return this.#queries
  }

  get joinedQueries (): string {
    this.#joinedQueries ??= this.queries.join(QUERY_SEPARATOR)
    return this.#joinedQueries
  }

  headers (text: string): readonly HeaderField[] {
    let fields = this.#headers.get(text)
    if (!fields) this.#headers.set(text, fields = readHeaders(text).fields)
    return fields
  }

  /** The values of a body at a path; empty if the body is not JSON. */
  values (body: string, path: string): readonly unknown[] {
    const known = this.#values.get(body) ?? new Map<string, unknown[]>()
    this.#values.set(body, known)
    let values = known.get(path)
    if (values) return values
    known.set(path, values = [])
    const found = values
    someAt(this.#root(body), readPath(path), value => {
      found.push(value)
      return false
    })
    return values
  }

  #root (body: string): unknown {
    if (!this.#roots.has(body)) this.#roots.set(body, jsonOf(body))
    return this.#roots.get(body)
  }
}
