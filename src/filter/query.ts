// A query as a tree. Trees are built by the functions `all`, `any` and `not`, which keep them flat: no `all` in an `all`, and no `all` with
// a single part.
import type { KeyName } from './keys.js'

export type Operator = '=' | '>' | '>=' | '<' | '<='

/**
 * A bare word may have a special meaning (`4xx`, `*.com`, `>5`), a quoted text never has. `exact`: it must equal the whole text that it
 * is compared with.
 */
export interface Scalar {
  type: 'word' | 'quoted' | 'regex'
  text: string
  exact: boolean
}

export interface Pair {
  type: 'pair'
  name: string
  operator: Operator
  value: Scalar
}

export type Value = Scalar | Pair

/** A word, text or expression alone, without a key. */
export interface TextTerm {
  type: 'text'
  value: Scalar
}

/** Matches if one of the values matches; there is at least one value. */
export interface KeyTerm {
  type: 'key'
  key: KeyName
  values: Value[]
}

export type Term = TextTerm | KeyTerm
export type Query = Term | { type: 'not', of: Query } | { type: 'all', of: Query[] } | { type: 'any', of: Query[] }

/** Every entry matches it. */
export const EVERYTHING: Query = { type: 'all', of: [] }

export function all (queries: Query[]): Query {
  return join('all', queries)
}

/** Matches if one of the queries matches; there must be at least one query. */
export function any (queries: Query[]): Query {
  return queries.some(query => query.type === 'all' && query.of.length === 0) ? EVERYTHING : join('any', queries)
}

export function not (query: Query): Query {
  return query.type === 'not' ? query.of : { type: 'not', of: query }
}

/** The query with each of its parts changed; the same object if no part changes. */
export function withParts (query: Query & { type: 'all' | 'any' }, change: (part: Query) => Query): Query {
  const of = query.of.map(change)
  if (of.every((part, n) => part === query.of[n])) return query
  return query.type === 'all' ? all(of) : any(of)
}

/** Whether a value is a regular expression, or a pair with one. */
export function isExpression (value: Value): boolean {
  return value.type === 'pair' ? value.value.type === 'regex' : value.type === 'regex'
}

/** The terms, in the order in which they are written. */
export function termsOf (query: Query): Term[] {
  if (query.type === 'not') return termsOf(query.of)
  return query.type === 'all' || query.type === 'any' ? query.of.flatMap(termsOf) : [query]
}

/** Like termsOf, but each value of a key is a term of its own. */
export function singleTermsOf (query: Query): Term[] {
  return termsOf(query).flatMap((term): Term[] => term.type === 'text' ? [term] : term.values.map(value => ({ ...term, values: [value] })))
}

/** How many values an entry may be compared with: the cost of a query, for callers that limit it. */
export function valueCount (query: Query): number {
  return termsOf(query).reduce((count, term) => count + (term.type === 'key' ? term.values.length : 1), 0)
}

function join (type: 'all' | 'any', queries: Query[]): Query {
  const of = queries.flatMap(query => query.type === type ? query.of : [query])
  const [first] = of
  return first && of.length === 1 ? first : { type, of }
}
