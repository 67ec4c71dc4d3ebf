// Changes of a filter by menus: only this, not this. What somebody typed stays, as its query says it.
import type { KeyName } from '../../../../filter/keys.js'
import { all, not, type KeyTerm, type Query } from '../../../../filter/query.js'

/**
 * In place of what the filter says of the same key: no request has two methods. Where it names several fields, as headers do, beside it.
 */
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
