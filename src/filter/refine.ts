// Whether a query that was typed further narrows the one before, so that only the former matches need to be tested again.
import { dependsOnTime } from './time-dependence.js'
import { keyOf } from './keys.js'
import { contains } from './literal.js'
import { print } from './print.js'
import type { Query, Scalar } from './query.js'

// Each term is held against each: more of them are not typed.
const MOST_TERMS = 50

/** True only if whatever matches `next` matches `previous` too; false says nothing. */
export function refine (previous: Query, next: Query): boolean {
  const [before, after] = [conjunction(previous), conjunction(next)]
  if (before.length > MOST_TERMS || after.length > MOST_TERMS || dependsOnTime(previous)) return false
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

/** What is found anywhere in a text, and where it is sought; undefined for what is more than its letters, or the whole. */
function partSought (query: Query): { in: string, text: string } | undefined {
  if (query.type === 'text') return literalOf(query.value, 'words')
  const [value] = query.type === 'key' ? query.values : []
  if (query.type !== 'key' || query.values.length !== 1 || !value || value.type === 'pair') return undefined
  const form = keyOf(query.key)?.form
  const isSought = form === 'text' || (form === 'pattern' && !value.text.includes('*'))
  return isSought ? literalOf(value, query.key) : undefined
}

// Half a surrogate pair is escaped in another way than the pair.
function literalOf ({ type, text, exact }: Scalar, where: string): { in: string, text: string } | undefined {
  return type === 'regex' || exact || !text.isWellFormed() ? undefined : { in: where, text }
}
