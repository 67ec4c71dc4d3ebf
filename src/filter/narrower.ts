// Decides whether a query narrows the previous one, as often happens while a person types. If it does, only the previous matches need to be
// tested again.
import { dependsOnTime } from './time-dependence.js'
import { keyOf } from './keys.js'
import { contains } from './literal.js'
import { print } from './print.js'
import type { Query, Scalar } from './query.js'

// Limits the work, because each term is compared with each; nobody types more terms.
const MAX_TERMS = 50

/** True only if every entry that matches `next` also matches `previous`; false means unknown. */
export function isNarrower (next: Query, previous: Query): boolean {
  const [before, after] = [conjunction(previous), conjunction(next)]
  if (before.length > MAX_TERMS || after.length > MAX_TERMS || dependsOnTime(previous)) return false
  return before.every(term => after.some(other => narrows(term, other)))
}

function conjunction (query: Query): Query[] {
  return query.type === 'all' ? query.of : [query]
}

function narrows (before: Query, after: Query): boolean {
  if (before.type === 'not' && after.type === 'not') return narrows(after.of, before.of)
  if (print(before) === print(after)) return true
  const [shorter, longer] = [partSought(before), partSought(after)]
  return shorter?.in === longer?.in && shorter !== undefined && longer !== undefined && contains(shorter.text)(longer.text)
}

/** The text that a term seeks anywhere in a field, and the field; undefined for a pattern, or for a match of the whole value. */
function partSought (query: Query): { in: string, text: string } | undefined {
  if (query.type === 'text') return literalOf(query.value, 'words')
  const [value] = query.type === 'key' ? query.values : []
  if (query.type !== 'key' || query.values.length !== 1 || !value || value.type === 'pair') return undefined
  const form = keyOf(query.key)?.form
  const isSought = form === 'text' || (form === 'pattern' && !value.text.includes('*'))
  return isSought ? literalOf(value, query.key) : undefined
}

// A lone surrogate is escaped differently from a surrogate pair.
function literalOf ({ type, text, exact }: Scalar, where: string): { in: string, text: string } | undefined {
  return type === 'regex' || exact || !text.isWellFormed() ? undefined : { in: where, text }
}
