// Compiles a query to a function of an entry. Cheap conditions are tested first; the result does not depend on the order.
import { isWhole, longTextOf } from '../exchange/held.js'
import { conditionOf } from './conditions.js'
import type { FilterContext, Match } from './context.js'
import { wordsOf } from './facts.js'
import { forget } from './parsed-facts.js'
import type { KeyName } from './keys.js'
import { readsLongTexts } from './long-texts.js'
import { readsMessages } from './message-terms.js'
import { print } from './print.js'
import { isExpression, type KeyTerm, type Query, type Scalar, type Term, type Value } from './query.js'
import { textTest } from './text-test.js'
import { textsOf } from './texts.js'

/** Compiled once for many entries. It knows only the time of its context: if `dependsOnTime`, compile it again now and then. */
export function matcher (query: Query, context: FilterContext): Match {
  const { matches } = compile(query, context)
  return entry => {
    try {
      return matches(entry)
    } finally {
      forget()
    }
  }
}

interface Compiled {
  cost: number
  matches: Match
}

function compile (query: Query, context: FilterContext): Compiled {
  switch (query.type) {
    case 'all': {
      const { cost, parts } = byCost(query.of, context)
      return { cost, matches: entry => parts.every(matches => matches(entry)) }
    }
    case 'any': {
      const { cost, parts } = byCost(query.of, context)
      return { cost, matches: entry => parts.some(matches => matches(entry)) }
    }
    case 'not': {
      const { cost, matches } = compile(query.of, context)
      return { cost, matches: entry => !matches(entry) }
    }
    case 'text': return {
      cost: isExpression(query.value) ? EXPRESSION_COST : WORDS_COST,
      matches: orElsewhere(query, query.value, inWords(query.value), context)
    }
    case 'key': return { cost: costOf(query), matches: keyMatch(query, context) }
  }
}

function byCost (queries: Query[], context: FilterContext): { cost: number, parts: Match[] } {
  const compiled = queries.map(query => compile(query, context)).sort((a, b) => a.cost - b.cost)
  return { cost: compiled.at(-1)?.cost ?? 0, parts: compiled.map(({ matches }) => matches) }
}

// Keys by cost, from cached facts to bodies that are read whole each time. Keys that are not listed are cheapest: they read plain fields.
const BY_COST: KeyName[][] = [
  ['host', 'path', 'api', 'query', 'status'],
  ['size', 'larger-than', 'kind', 'mime-type', 'is', 'verdict', 'code', 'operation'],
  ['params', 'header', 'request-header', 'response-header'],
  ['request', 'response', 'body', 'message', 'storage']
]
const WORDS_COST = BY_COST.length + 1
const JSON_PATH_COST = WORDS_COST + 1
const EXPRESSION_COST = JSON_PATH_COST + 1

function costOf ({ key, values }: KeyTerm): number {
  if (values.some(isExpression)) return EXPRESSION_COST
  return key === 'json' ? JSON_PATH_COST : BY_COST.findIndex(keys => keys.includes(key)) + 1
}

function keyMatch ({ key, values }: KeyTerm, context: FilterContext): Match {
  const conditions = values.map(
    value => orElsewhere({ type: 'key', key, values: [value] }, value, conditionOf(key, value, context), context)
  )
  const [only] = conditions
  return only && conditions.length === 1 ? only : entry => conditions.some(matches => matches(entry))
}

// Uses the results for regular expressions that ran elsewhere, and for messages and texts that are not here.
function orElsewhere (term: Term, value: Value, matches: Match, { regexMatches, lightMatches, messageMatches }: FilterContext): Match {
  if (regexMatches && isExpression(value)) {
    const name = print(term)
    return entry => regexMatches(name, entry)
  }
  if (messageMatches && readsMessages(term)) {
    const name = print(term)
    return entry => messageMatches(name, entry)
  }
  if (!lightMatches || !readsLongTexts(term)) return matches
  const name = print(term)
  return entry => isWhole(entry) ? matches(entry) : lightMatches(name, entry)
}

// Searches each text separately: joining them would copy everything. Storage is left out, because every entry repeats it.
function inWords (value: Scalar): Match {
  const test = textTest(value, 'text')
  return entry => {
    const { api, method, requestHeader, responseHeader, note, source, rule } = entry
    if (test(api) || test(method) || test(requestHeader) || test(responseHeader)) return true
    const { response, request } = wordsOf(entry)
    return test(response) || test(request) || test(longTextOf(entry, 'pageParams')) || (note !== undefined && test(note)) ||
      (source !== undefined && test(source)) || (rule !== undefined && textsOf('rule', entry).some(test))
  }
}
