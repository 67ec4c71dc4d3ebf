// Compiles the filter of a rule to a function of a request that starts. The language is that of all filters, restricted to what is known
// when a request starts (match-fault.ts refuses the rest when a rule is saved). A condition that cannot be evaluated is neither true nor
// false, and a rule that depends on it does not apply: `-request:x` says nothing about a body that cannot be looked at.
import { conditionOf } from '../filter/conditions.js'
import { forget } from '../filter/parsed-facts.js'
import type { KeyName } from '../filter/keys.js'
import { parse } from '../filter/parse.js'
import { isExpression, termsOf, valueCount, type KeyTerm, type Query, type Scalar, type Term } from '../filter/query.js'
import { textTest } from '../filter/text-test.js'
import { kindOf } from '../exchange/kind.js'
import type { StartingEntry } from './starting-request.js'
import { requiredOf, type Required } from './prefilter.js'

/** Limits the time of a match, whatever the filter. */
export const MAX_VALUES = 100

/**
 * The keys that the filter of a rule may have, with the key of an entry that has the answer: `body:` is the body of the request, for
 * example.
 */
export const KNOWN_KEYS: Readonly<Partial<Record<KeyName, KeyName>>> = {
  method: 'method',
  host: 'host',
  path: 'path',
  api: 'api',
  query: 'query',
  operation: 'operation',
  header: 'request-header',
  'request-header': 'request-header',
  body: 'request',
  request: 'request',
  json: 'json',
  kind: 'kind',
  source: 'source',
  via: 'via'
}

/** Undefined: cannot be known. */
type Judge = (entry: StartingEntry) => boolean | undefined

export interface CompiledMatch {
  matches (entry: StartingEntry): boolean | undefined
  required: Required[]
  readsBody: boolean
}

/** A text that match-fault.ts refuses matches nothing. The caller calls `doneMatching` after it has matched a request. */
export function compileMatch (text: string): CompiledMatch {
  const query = parse(text)
  const judge: Judge = valueCount(query) > MAX_VALUES ? () => undefined : judgeOf(query)
  return {
    matches: judge,
    required: requiredOf(query),
    readsBody: termsOf(query).some(term => term.type === 'key' && READING_BODY.has(KNOWN_KEYS[term.key] ?? term.key))
  }
}

/** Drops what the matchers remember about the last request, such as its parsed body. */
export function doneMatching (): void {
  forget()
}

const READING_BODY = new Set<KeyName>(['request', 'json', 'operation', 'kind'])

function judgeOf (query: Query): Judge {
  switch (query.type) {
    case 'all': return everyOf(query.of)
    case 'any': {
      const none = everyOf(query.of.map((of): Query => ({ type: 'not', of })))
      return entry => not(none(entry))
    }
    case 'not': {
      const judge = judgeOf(query.of)
      return entry => not(judge(entry))
    }
    case 'text': return isExpression(query.value) ? () => undefined : inAddress(query.value)
    case 'key': return keyJudge(query)
  }
}

function everyOf (queries: Query[]): Judge {
  // Bodies last: most requests differ in something else.
  const judges = queries.map(query => ({ judge: judgeOf(query), cost: costOf(query) })).sort((a, b) => a.cost - b.cost)
  return entry => {
    let known = true
    for (const { judge } of judges) {
      const holds = judge(entry)
      if (holds === false) return false
      if (holds === undefined) known = false
    }
    return known ? true : undefined
  }
}

function not (holds: boolean | undefined): boolean | undefined {
  return holds === undefined ? undefined : !holds
}

function costOf (query: Query): number {
  return Math.max(0, ...termsOf(query).map(termCost))
}

function termCost (term: Term): number {
  if (term.type === 'text') return 1
  const key = KNOWN_KEYS[term.key]
  return key === undefined ? 0 : READING_BODY.has(key) ? 3 : key === 'request-header' ? 2 : 1
}

function inAddress (value: Scalar): Judge {
  const test = textTest(value, 'text')
  return ({ api }) => test(api)
}

const NO_TIME = { nowMs: 0 }

function keyJudge ({ key: asked, values }: KeyTerm): Judge {
  const key = KNOWN_KEYS[asked]
  if (key === undefined || values.some(isExpression)) return () => undefined
  const conditions = values.map(value => conditionOf(key, value, NO_TIME))
  const some = (entry: StartingEntry) => conditions.some(matches => matches(entry))
  if (key === 'request-header') return entry => entry.hasKnownHeader ? some(entry) : undefined
  if (!READING_BODY.has(key)) return some
  return entry => entry.knownBody === undefined && !isKnownWithout(key, entry) ? undefined : some(entry)
}

// The content type alone may say the kind.
function isKnownWithout (key: KeyName, entry: StartingEntry): boolean {
  return key === 'kind' && kindOf(entry) !== 'other'
}
