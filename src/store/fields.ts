// The fields of an entry: the one list that rows, pushes and the scripts in Redis follow. A new field is one line here, and one in
// each schema that has it.
import type { Entry } from '../schema/entry.js'
import { PushSchema, type Push } from '../schema/push.js'

/**
 * Each with what it is where a hash lacks it: a field that was never given; undefined: then the entry lacks it, too. A new one goes
 * to the end, because replicas of two versions read each other's rows while an upgrade rolls.
 */
export const ENTRY_FIELDS = {
  id: '',
  requestId: '',
  api: '',
  method: '',
  requestHeader: '',
  responseHeader: '',
  request: '',
  response: '',
  timeConsuming: 0,
  pageParams: '',
  storage: '',
  timestamp: 0,
  startTime: undefined,
  source: undefined,
  via: undefined,
  note: undefined,
  mark: undefined
} satisfies { [Field in keyof Required<Entry>]: Entry[Field] }

/** Those that are numbers; `mark` is JSON, and all others are text. */
export const NUMBER_FIELDS = new Set<keyof Entry>(['timeConsuming', 'timestamp', 'startTime'])

export type FieldName = keyof Entry

/** In the order of a row. */
export const FIELD_NAMES = Object.keys(ENTRY_FIELDS) as FieldName[]

/** Those that a push writes as they were given; the service itself writes the others. */
export const GIVEN_FIELDS = FIELD_NAMES.filter(isGiven)

function isGiven (name: keyof Entry): name is GivenField {
  return name in PushSchema.properties && name !== 'requestId'
}
type GivenField = Exclude<keyof Entry & keyof Push, 'requestId'>
