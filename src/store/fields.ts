// The fields of an entry. Rows, pushes and the scripts in Redis use this one list. A new field is one line here, and one in each
// schema that has it.
import type { Entry } from '../schema/entry.js'
import { PushSchema, type Push } from '../schema/push.js'

/**
 * Each field, with the value that an entry gets if its hash lacks the field; `undefined`: then the entry lacks it, too. A new field goes
 * to the end, because during a rolling upgrade replicas of two versions read each other's rows.
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
  mark: undefined,
  messages: undefined,
  rule: undefined,
  originalResponseHeader: undefined,
  originalResponse: undefined,
  timings: undefined,
  initiator: undefined
} satisfies { [Field in keyof Required<Entry>]: Entry[Field] }

/** The fields that are numbers; `mark`, `rule`, `timings` and `initiator` are JSON, `messages` has figures, and all others are text. */
export const NUMBER_FIELDS = new Set<keyof Entry>(['timeConsuming', 'timestamp', 'startTime'])

export type FieldName = keyof Entry

/** The names of the fields, in the order of a row. */
export const FIELD_NAMES = Object.keys(ENTRY_FIELDS) as FieldName[]

/** The fields that a push writes as they were given; the service itself writes the others. */
export const GIVEN_FIELDS = FIELD_NAMES.filter(isGiven)

function isGiven (name: keyof Entry): name is GivenField {
  return name in PushSchema.properties && name !== 'requestId'
}
type GivenField = Exclude<keyof Entry & keyof Push, 'requestId'>
