// Finds faults in the filter of a rule, and describes them in sentences. It is a separate file, because only code that saves rules needs
// it, not the apps.
import { faultSentence } from '../filter/fault-sentence.js'
import { faultsOf, type FilterFault } from '../filter/faults.js'
import { parse } from '../filter/parse.js'
import { isExpression, termsOf, valueCount, type Term } from '../filter/query.js'
import { KNOWN_KEYS, MAX_VALUES } from './match.js'

/**
 * `filter`: a mistake in any filter; `key`: not known when a request starts; `expression`: a regular expression; `values`: a request would
 * be compared with too many.
 */
export type MatchFault = { kind: 'filter', fault: FilterFault } | { kind: 'key', key: string } | { kind: 'expression' } |
  { kind: 'values', count: number }

/** The keys that the filter of a rule may have. */
export const ALLOWED_KEYS = Object.keys(KNOWN_KEYS)

/** Undefined if a rule may have this filter; the empty one means every request. */
export function matchFaultIn (text: string): MatchFault | undefined {
  const [fault] = faultsOf(text)
  if (fault) return { kind: 'filter', fault }
  const query = parse(text)
  for (const term of termsOf(query)) {
    if (term.type === 'key' && !KNOWN_KEYS[term.key]) return { kind: 'key', key: term.key }
    if (hasExpression(term)) return { kind: 'expression' }
  }
  const count = valueCount(query)
  return count > MAX_VALUES ? { kind: 'values', count } : undefined
}

/** For people who give a rule a filter: the whole sentence. A filter may be clear, and still be none that a rule may have. */
export function matchRefusal (text: string): string | undefined {
  const found = matchFaultIn(text)
  return found && `${found.kind === 'filter' ? 'Check the filter' : 'A rule cannot have this filter'}: ${sentenceOf(found)}`
}

/** As a part of a sentence, without a period at its end; the page has its own words, in each language. */
export function matchFault (text: string): string | undefined {
  const found = matchFaultIn(text)
  return found && sentenceOf(found)
}

function sentenceOf (found: MatchFault): string {
  switch (found.kind) {
    case 'filter': return faultSentence(found.fault)
    case 'key': return `"${found.key}" is not known when a request starts; ${ALLOWED}`
    case 'expression': return NO_EXPRESSION
    case 'values': return `the filter of a rule may have ${MAX_VALUES} words and values at most; this one has ${found.count}`
  }
}

const ALLOWED = `the filter of a rule may have only text in the URL, and the keys ${ALLOWED_KEYS.join(', ')}`
const NO_EXPRESSION = 'a rule may have no regular expression, because it could block the app; use * for anything, or quote the text'

function hasExpression (term: Term): boolean {
  return term.type === 'text' ? isExpression(term.value) : term.values.some(isExpression)
}
