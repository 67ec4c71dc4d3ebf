// Times without a zone are in the time zone of the person who typed the filter. Before another machine evaluates the filter, such times are
// converted to UTC.
import { readMoment } from './moments.js'
import { parse } from './parse.js'
import { print } from './print.js'
import { not, withParts, type Query, type Value } from './query.js'

/** The same filter, with each time of a clock or a calendar as UTC: `after:10:32` becomes `after:2026-11-21T09:32:00.000Z`. */
export function withFixedMoments (text: string, nowMs = Date.now()): string {
  const query = parse(text)
  const fixed = fixedIn(query, nowMs)
  return fixed === query ? text : print(fixed)
}

function fixedIn (query: Query, nowMs: number): Query {
  switch (query.type) {
    case 'text': return query
    case 'not': {
      const of = fixedIn(query.of, nowMs)
      return of === query.of ? query : not(of)
    }
    case 'all': case 'any': return withParts(query, part => fixedIn(part, nowMs))
    case 'key': {
      if (query.key !== 'after' && query.key !== 'before') return query
      const values = query.values.map(value => fixedValue(value, nowMs))
      return values.every((value, at) => value === query.values[at]) ? query : { ...query, values }
    }
  }
}

// `5m` is the same moment in each zone.
function fixedValue (value: Value, nowMs: number): Value {
  const moment = value.type === 'pair' || value.type === 'regex' ? undefined : readMoment(value.text)
  if (value.type === 'pair' || !moment || moment.moves === 'steadily') return value
  return { type: 'quoted', text: new Date(moment.msAt(nowMs)).toISOString(), exact: value.exact }
}
