// `_earshot`: the whole entry beside what HAR can say of it, so that an import is equal to what was exported.
import type { Entry } from '../schema/entry.js'

/** What a viewer has put on an entry: a pin, a colour, a note. */
export type Marks = Record<string, string | number | boolean>

export interface Verbatim { entry: Entry, marks: Marks }

export function writeVerbatim ({ entry, marks }: Verbatim): object {
  return Object.keys(marks).length > 0 ? { ...entry, marks } : entry
}

/** Undefined where it is no entry: a file may have been written or changed by anybody. What no entry has is left out. */
export function readVerbatim (given: unknown): Verbatim | undefined {
  if (!isRecord(given) || !NAMES.every(name => isWritten(given[name], FIELDS[name])) || Number(given.timeConsuming) < 0) return undefined
  const entry = Object.fromEntries(NAMES.filter(name => given[name] !== undefined).map(name => [name, given[name]])) as Entry
  const marks = isRecord(given.marks) ? Object.fromEntries(Object.entries(given.marks).filter(isMark)) : {}
  return { entry, marks }
}

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
  note: 'string?'
} satisfies Record<keyof Entry, FieldType>
const NAMES = Object.keys(FIELDS) as (keyof Entry)[]

function isWritten (value: unknown, type: FieldType): boolean {
  if (value === undefined) return type.endsWith('?')
  return typeof value === 'number' ? type.startsWith('number') && Number.isFinite(value) : typeof value === 'string' && type.startsWith('string')
}

function isMark (mark: [string, unknown]): mark is [string, Marks[string]] {
  return ['string', 'number', 'boolean'].includes(typeof mark[1])
}

function isRecord (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
