// Changes of a filter by menus: only this, not this. What somebody typed stays, as its query says it.
import type { KeyName } from '../../../../filter/keys.js'
import { all, not, type KeyTerm, type Query } from '../../../../filter/query.js'
import type { ApiFigures } from '../apis/figures.js'

/** In place of what the filter says of the same key: no request has two methods. Where it names several fields, as headers do, beside it. */
export function onlyThis (query: Query, term: KeyTerm): Query {
  const isReplaced = (part: Query) => part.type === 'key' && part.key === term.key && !MANY.has(term.key)
  return all([...partsOf(query).filter(part => !isReplaced(part) && !isNot(part, term)), term])
}

export function notThis (query: Query, term: KeyTerm): Query {
  return all([...partsOf(query).filter(part => !isSame(part, term) && !isNot(part, term)), not(term)])
}

const MANY = new Set<KeyName>(['header', 'request-header', 'response-header', 'json', 'storage', 'query', 'params'])

function partsOf (query: Query): Query[] {
  return query.type === 'all' ? query.of : [query]
}

function isNot (part: Query, term: KeyTerm): boolean {
  return part.type === 'not' && isSame(part.of, term)
}

function isSame (part: Query, term: KeyTerm): boolean {
  return JSON.stringify(part) === JSON.stringify(term)
}

type Named = Pick<ApiFigures, 'method' | 'host' | 'path'>

// The filter that leaves the requests of one API. What else is typed stays.
/** `rows`: the host is told where the same is asked of another one. */
export function onlyApi (query: Query, api: Named, rows: readonly Named[]): Query {
  const isAmbiguous = rows.some(({ method, host, path }) => method === api.method && path === api.path && host !== api.host)
  const ofAny = onlyThis(onlyThis(query, whole('method', api.method)), whole('api', api.path))
  if (!isAmbiguous) return ofAny
  const anyHost: KeyTerm = { type: 'key', key: 'host', values: [{ type: 'word', text: '*', exact: false }] }
  return api.host === '' ? notThis(withoutHost(ofAny), anyHost) : onlyThis(ofAny, whole('host', api.host))
}

function whole (key: KeyName, text: string): KeyTerm {
  return { type: 'key', key, values: [{ type: 'word', text, exact: true }] }
}

function withoutHost (query: Query): Query {
  const parts = query.type === 'all' ? query.of : [query]
  return all(parts.filter(part => part.type !== 'key' || part.key !== 'host'))
}
