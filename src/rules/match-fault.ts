// What is wrong with the filter of a rule, as a sentence. It is a file of its own: only those who save rules need it, not the apps.
import { faultSentence } from '../filter/fault-sentence.js'
import { faultsOf } from '../filter/faults.js'
import { parse } from '../filter/parse.js'
import { isExpression, termsOf, valueCount, type Term } from '../filter/query.js'
import { KNOWN_KEYS, MOST_VALUES } from './match.js'

const ALLOWED = `a rule may ask for ${Object.keys(KNOWN_KEYS).join(', ')}, and for words of the address`
const NO_EXPRESSION = 'a rule takes no regular expression, because one could block the app; use * for anything, or quote the text'

/** Without a period at its end. Undefined if a rule may have this filter; the empty one means every request. */
export function matchFault (text: string): string | undefined {
  const [fault] = faultsOf(text)
  if (fault) return faultSentence(fault)
  const query = parse(text)
  for (const term of termsOf(query)) {
    if (term.type === 'key' && !KNOWN_KEYS[term.key]) return `${term.key}: is not known when a request starts; ${ALLOWED}`
    if (hasExpression(term)) return NO_EXPRESSION
  }
  const count = valueCount(query)
  return count > MOST_VALUES ? `a rule may compare a request with ${MOST_VALUES} values at most, this one has ${count}` : undefined
}

function hasExpression (term: Term): boolean {
  return term.type === 'text' ? isExpression(term.value) : term.values.some(isExpression)
}
