// The subject of a rule, in a few words: the method and the path in its filter, or the filter itself.
import { parse } from '../../../../filter/parse.js'
import type { KeyName } from '../../../../filter/keys.js'
import type { Query } from '../../../../filter/query.js'
import { headOf } from '../../../../text/visible.js'

/** With the effect of the rule, it fits into the 100 characters of a name. */
const MAX_LENGTH = 70

/** `POST /v1/pay`; empty if the filter is empty. */
export function subjectOf (match: string): string {
  const query = parse(match)
  const method = valueOf(query, 'method').toUpperCase()
  const place = valueOf(query, 'path') || valueOf(query, 'api') || valueOf(query, 'host')
  const operation = valueOf(query, 'operation')
  const named = [method, place, operation].filter(text => text !== '').join(' ')
  return shortened(named || match.trim())
}

function valueOf (query: Query, key: KeyName): string {
  const terms = query.type === 'all' ? query.of : [query]
  const term = terms.find(term => term.type === 'key' && term.key === key)
  const value = term?.type === 'key' && term.values.length === 1 ? term.values[0] : undefined
  return value && value.type !== 'pair' ? value.text : ''
}

function shortened (text: string): string {
  return text.length > MAX_LENGTH ? `${headOf(text, MAX_LENGTH - 1)}…` : text
}
