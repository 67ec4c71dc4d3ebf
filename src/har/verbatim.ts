// `_earshot`: the whole entry, in addition to the HAR members, so that an import restores exactly what was exported.
import { readMark } from '../exchange/mark.js'
import type { Entry } from '../schema/entry.js'
import type { AppliedRule } from '../schema/rule.js'
import { isRecord } from '../json/is-record.js'
import { RULE_ACTIONS } from '../schema/rule-limits.js'
import { readInitiator } from './initiator.js'
import { readTimings } from './timings.js'

/** Undefined if the value is not a valid entry: anybody may have written or changed the file. Unknown members are dropped. */
export function readVerbatim (given: unknown): Entry | undefined {
  if (!isRecord(given) || !NAMES.every(name => isWritten(given[name], FIELDS[name])) || Number(given.timeConsuming) < 0) return undefined
  const mark = readMark(given.mark)
  const entry = Object.fromEntries(NAMES.filter(name => given[name] !== undefined).map(name => [name, given[name]])) as VerbatimFields
  const rule = readRule(given.rule)
  const timings = readTimings(given.timings)
  const initiator = readInitiator(given.initiator)
  return { ...entry, ...mark && { mark }, ...rule && { rule }, ...timings && { timings }, ...initiator && { initiator } }
}

/** Marks, rules, timings and initiators are read by themselves, and messages are not part of the entry. */
type VerbatimFields = Omit<Entry, 'mark' | 'messages' | 'rule' | 'timings' | 'initiator'>
type FieldType = 'string' | 'number' | 'string?' | 'number?'

const FIELDS = {
  id: 'string',
  requestId: 'string',
  api: 'string',
  method: 'string',
  requestHeader: 'string',
  responseHeader: 'string',
  request: 'string',
  response: 'string',
  timeConsuming: 'number',
  pageParams: 'string',
  storage: 'string',
  timestamp: 'number',
  startTime: 'number?',
  source: 'string?',
  via: 'string?',
  note: 'string?',
  originalResponseHeader: 'string?',
  originalResponse: 'string?'
} satisfies Record<keyof VerbatimFields, FieldType>
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[]

function isWritten (value: unknown, type: FieldType): boolean {
  if (value === undefined) return type.endsWith('?')
  return typeof value === 'number'
    ? type.startsWith('number') && Number.isFinite(value)
    : typeof value === 'string' && type.startsWith('string')
}

/** Undefined if it is not the rule of an entry. */
function readRule (given: unknown): AppliedRule | undefined {
  if (!isRecord(given)) return undefined
  const [rule, ...also] = [given, ...Array.isArray(given.also) ? given.also.slice(0, MAX_ALSO) as unknown[] : []].map(appliedOf)
  const others = also.filter(one => one !== undefined)
  return rule && { ...rule, ...others.length > 0 && { also: others } }
}

const MAX_ALSO = 10

function appliedOf (given: unknown): Omit<AppliedRule, 'also'> | undefined {
  if (!isRecord(given)) return undefined
  const { id, name, action } = given
  const known = RULE_ACTIONS.find(one => one === action)
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id) || typeof name !== 'string' || name.length > 100 || !known) return undefined
  return { id, name, action: known }
}
