// Changes the filter when a person chooses a menu item: the list then shows only the entries with a certain value, or hides them. Terms for
// other keys keep their meaning.
import type { KeyName } from '../../../../filter/keys.js'
import { all, not, type KeyTerm, type Query } from '../../../../filter/query.js'

/**
 * Replaces the terms of the same key: a request cannot have two methods. If a key can name several fields, as headers do, the new term is
 * added instead.
 */
export function onlyThis (query: Query, term: KeyTerm): Query {
  const isReplaced = (part: Query) => part.type === 'key' && part.key === term.key && !MULTI_FIELD_KEYS.has(term.key)
  return all([...partsOf(query).filter(part => !isReplaced(part) && !isNot(part, term)), term])
}

export function notThis (query: Query, term: KeyTerm): Query {
  return all([...partsOf(query).filter(part => !isSame(part, term) && !isNot(part, term)), not(term)])
}

const MULTI_FIELD_KEYS = new Set<KeyName>(['header', 'request-header', 'response-header', 'json', 'storage', 'query', 'params'])

function partsOf (query: Query): Query[] {
  return query.type === 'all' ? query.of : [query]
}

function isNot (part: Query, term: KeyTerm): boolean {
  return part.type === 'not' && isSame(part.of, term)
}

function isSame (part: Query, term: KeyTerm): boolean {
  return JSON.stringify(part) === JSON.stringify(term)
}
