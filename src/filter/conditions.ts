// What one value of a key asks of an entry. Values that reading.ts does not find clear never come here from parse; they match nothing.
import { isErrorVerdict, isPending, startMsOf, type Verdict } from '../exchange/outcome.js'
import type { Held } from '../exchange/held.js'
import type { Context, Match } from './context.js'
import { factsOf } from './facts.js'
import { BETWEEN, foundOf } from './found.js'
import { flagsLike, keyOf, verdictsLike, type Flag, type KeyName } from './keys.js'
import { readMoment } from './moments.js'
import { BARE, BYTES, MILLISECONDS, readNumber, readNumbers } from './numbers.js'
import { headerCondition, jsonCondition } from './pair-conditions.js'
import type { Scalar, Value } from './query.js'
import { statusTest } from './status-test.js'
import { textTest } from './text-test.js'
import { textsOf } from './texts.js'

const NEVER: Match = () => false

export function conditionOf (key: KeyName, value: Value, context: Context): Match {
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

function scalarCondition (key: KeyName, value: Scalar, context: Context): Match {
  switch (key) {
    case 'status': return statusCondition(value)
    case 'code': return codeCondition(value)
    case 'size': return sizeCondition(readNumbers(value.text, BYTES))
    case 'larger-than': return sizeCondition(readNumbers(`>=${value.text}`, BYTES))
    case 'time': return timeCondition(readNumbers(value.text, MILLISECONDS))
    case 'after': case 'before': return momentCondition(key, value.text, context)
    case 'is': return flagCondition(value.text, context)
    case 'verdict': return verdictCondition(verdictsLike(value.text), context)
    default: return textCondition(key, value)
  }
}

function textCondition (key: KeyName, value: Scalar): Match {
  const test = textTest(value, keyOf(key)?.form ?? 'text')
  // One search through thousands of short texts joined is much quicker than one through each.
  if (key === 'query' && value.type !== 'regex' && !value.exact && !value.text.includes(BETWEEN)) {
    return entry => test(foundOf(entry).joinedQueries)
  }
  return entry => textsOf(key, entry).some(test)
}

function statusCondition (value: Scalar): Match {
  const test = statusTest(value)
  return entry => {
    const { status } = factsOf(entry)
    return status !== undefined && test(status)
  }
}

// A code is a name, even where it looks like a number; only comparisons and ranges count with it.
function codeCondition (value: Scalar): Match {
  const isInside = value.type !== 'word' || value.exact || readNumber(value.text, BARE) !== undefined
    ? undefined
    : readNumbers(value.text, BARE)
  const test = isInside ? (code: string) => isInside(Number(code)) : textTest(value, 'code')
  return entry => textsOf('code', entry).some(test)
}

// Before there is an answer, nobody knows its size or time.
function sizeCondition (isInside = (_: number) => false): Match {
  return entry => !isPending(entry) && isInside(factsOf(entry).body.size)
}

function timeCondition (isInside = (_: number) => false): Match {
  return entry => !isPending(entry) && isInside(entry.timeConsuming)
}

function momentCondition (key: 'after' | 'before', text: string, { nowMs }: Context): Match {
  const ms = readMoment(text)?.at(nowMs) ?? NaN
  return key === 'after' ? entry => startMsOf(entry) >= ms : entry => startMsOf(entry) < ms
}

const SLOW_MS = 1000

function flagCondition (text: string, context: Context): Match {
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

function verdictCondition (wanted: readonly Verdict[], context: Context): Match {
  return entry => wanted.includes(verdictOf(entry, context))
}

function verdictOf (entry: Held, { nowMs, codes }: Context): Verdict {
  return factsOf(entry).verdict(nowMs, codes)
}
