// Compiles a key with one of its values to a condition. In a parsed query, terms.ts has validated every value. A query that was built in
// code may pair a key with a value that is invalid for it: such a condition matches nothing.
import { isErrorVerdict, isPending, startMsOf, type Verdict } from '../exchange/outcome.js'
import type { ListedEntry } from '../exchange/held.js'
import type { Status } from '../exchange/status.js'
import type { FilterContext, Match } from './context.js'
import { factsOf } from './facts.js'
import { QUERY_SEPARATOR, parsedFactsOf } from './parsed-facts.js'
import { flagsLike, keyOf, verdictsLike, type Flag, type KeyName } from './keys.js'
import { readMoment } from './moments.js'
import { BARE, BYTES, MILLISECONDS, readNumber, numberTest } from './numbers.js'
import { headerCondition, jsonCondition } from './pair-conditions.js'
import type { Scalar, Value } from './query.js'
import { textTest } from './text-test.js'
import { textsOf } from './texts.js'

const NEVER: Match = () => false

export function conditionOf (key: KeyName, value: Value, context: FilterContext): Match {
  switch (key) {
    case 'header': return value.type === 'pair' ? headerCondition(['requestHeader', 'responseHeader'], value) : inHeaders(value)
    case 'request-header': return headerCondition(['requestHeader'], value)
    case 'response-header': return headerCondition(['responseHeader'], value)
    case 'json': return jsonCondition(value)
    default: return value.type === 'pair' ? NEVER : scalarCondition(key, value, context)
  }
}

function inHeaders (value: Scalar): Match {
  const test = textTest(value, 'text')
  return ({ requestHeader, responseHeader }) => test(requestHeader) || test(responseHeader)
}

function scalarCondition (key: KeyName, value: Scalar, context: FilterContext): Match {
  switch (key) {
    case 'status': return statusCondition(value)
    case 'code': return codeCondition(value)
    case 'size': return sizeCondition(numberTest(value.text, BYTES))
    case 'larger-than': return sizeCondition(numberTest(`>=${value.text}`, BYTES))
    case 'time': return timeCondition(numberTest(value.text, MILLISECONDS))
    case 'after': case 'before': return momentCondition(key, value.text, context)
    case 'is': return flagCondition(value.text, context)
    case 'verdict': return verdictCondition(verdictsLike(value.text), context)
    default: return textCondition(key, value)
  }
}

function textCondition (key: KeyName, value: Scalar): Match {
  const test = textTest(value, keyOf(key)?.form ?? 'text')
  // One search in thousands of joined short texts is much faster than a search in each of them.
  if (key === 'query' && value.type !== 'regex' && !value.exact && !value.text.includes(QUERY_SEPARATOR)) {
    return entry => test(parsedFactsOf(entry).joinedQueries)
  }
  const textOf = SINGLE_TEXT_OF[key]
  return textOf ? entry => test(textOf(entry)) : entry => textsOf(key, entry).some(test)
}

/** Keys whose text every entry has: a list of it for each of a hundred thousand entries takes as long as the test. */
const SINGLE_TEXT_OF: { [Name in KeyName]?: (entry: ListedEntry) => string } = {
  method: entry => entry.method,
  path: entry => factsOf(entry).address.path,
  api: entry => factsOf(entry).pattern,
  kind: entry => factsOf(entry).kind
}

function statusCondition (value: Scalar): Match {
  const test = statusTest(value)
  return entry => {
    const { status } = factsOf(entry)
    return status !== undefined && test(status)
  }
}

// A class of statuses: `4xx`, `40x`; also an incomplete status while somebody types: `40`.
const STATUS_CLASS = /^(\d{1,2})[x*]{0,2}$/i
const DIGITS = 3

function statusTest (value: Scalar): (status: Status) => boolean {
  const isInside = value.type === 'word' ? statusNumberTest(value) : undefined
  if (isInside) return ({ code }) => isInside(code)
  const test = textTest(value, 'text')
  return ({ code, text }) => test(String(code)) || test(text) || test(`${code} ${text}`)
}

function statusNumberTest ({ text, exact }: Scalar): ((code: number) => boolean) | undefined {
  const digits = exact ? undefined : STATUS_CLASS.exec(text)?.[1]
  if (digits === undefined) return numberTest(text, BARE)
  const [first, last] = [Number(digits.padEnd(DIGITS, '0')), Number(digits.padEnd(DIGITS, '9'))]
  return code => code >= first && code <= last
}

// A code is compared as text, even if it looks like a number; only comparisons and ranges use its numeric value.
function codeCondition (value: Scalar): Match {
  const isInside = value.type !== 'word' || value.exact || readNumber(value.text, BARE) !== undefined
    ? undefined
    : numberTest(value.text, BARE)
  const test = isInside ? (code: string) => isInside(Number(code)) : textTest(value, 'code')
  return entry => textsOf('code', entry).some(test)
}

// A pending request has no size and no time yet, so no condition on them matches.
function sizeCondition (isInside = (_: number) => false): Match {
  return entry => !isPending(entry) && isInside(factsOf(entry).body.size)
}

function timeCondition (isInside = (_: number) => false): Match {
  return entry => !isPending(entry) && isInside(entry.timeConsuming)
}

function momentCondition (key: 'after' | 'before', text: string, { nowMs }: FilterContext): Match {
  const ms = readMoment(text)?.msAt(nowMs) ?? NaN
  return key === 'after' ? entry => startMsOf(entry) >= ms : entry => startMsOf(entry) < ms
}

const SLOW_MS = 1000

function flagCondition (text: string, context: FilterContext): Match {
  const { slowMs = SLOW_MS, isDuplicate = NEVER, isNPlusOne = NEVER } = context
  const flags: Record<Flag, Match> = {
    pending: isPending,
    error: entry => isErrorVerdict(verdictOf(entry, context)),
    'no-answer': verdictCondition(['no-answer'], context),
    canceled: verdictCondition(['canceled'], context),
    'no-status': verdictCondition(['unknown'], context),
    slow: entry => !isPending(entry) && entry.timeConsuming >= slowMs,
    pinned: entry => entry.mark?.pinned === true,
    duplicate: isDuplicate,
    'n+1': isNPlusOne
  }
  const meant = flagsLike(text).map(flag => flags[flag])
  return entry => meant.some(flag => flag(entry))
}

function verdictCondition (wanted: readonly Verdict[], context: FilterContext): Match {
  return entry => wanted.includes(verdictOf(entry, context))
}

function verdictOf (entry: ListedEntry, { nowMs, codes }: FilterContext): Verdict {
  return factsOf(entry).verdict(nowMs, codes)
}
