// Converts between the data in Redis and the data of the API: in Redis, entries are rows of fields, and changes are published as text.
// Lists and announcements use the same decodeEntry, so they cannot differ.
import type { Entry } from '../schema/entry.js'
import type { RestoredPush } from '../schema/push.js'
import { InitiatorSchema, type Initiator } from '../schema/initiator.js'
import { MarkSchema, type Mark } from '../schema/mark.js'
import { AppliedRuleSchema, type AppliedRule } from '../schema/rule.js'
import { TimingsSchema, type Timings } from '../schema/timings.js'
import type { Screenshot } from '../schema/screenshot.js'
import { Compile, Type, type Static, type TSchema } from '../schema/typebox.js'
import type { MessageTotals } from '../schema/message.js'
import { ENTRY_FIELDS, FIELD_NAMES, GIVEN_FIELDS, NUMBER_FIELDS, type FieldName } from './fields.js'
import { decodeFigures } from './message-codec.js'

/** The values of a row: text; or null, or false (from Lua's JSON), if the hash does not have the field. */
export type EntryRow = readonly (string | null | false)[]

/**
 * One change. `detail`: the state of what it changed. A published change has the state right after it; one that is read from the log has
 * the current state. If `detail` is missing, the state must be read, or the type has none.
 */
export interface SessionChange {
  rev: string
  prev: string
  /** Any text: during a rolling upgrade, replicas of a newer version may announce types that this version does not know. */
  type: string
  /** The entry's requestId; empty if the change is not about one entry. */
  requestId: string
  /**
   * The id of the entry or screenshot; empty for `cleared` and `rules-changed`. A published `messages-received` may be about several
   * entries: then these are their ids, with spaces between them.
   */
  id: string
  detail?: EntryRow
}

/** The store knows no URLs: `url` is added later, in the message to clients. */
export type StoredScreenshot = Omit<Screenshot, 'url'>

/** `names`: the names of the row's values, the id first. Returns undefined if the hash is gone. */
export function decodeEntry (row: EntryRow, names: readonly FieldName[] = FIELD_NAMES): Entry | undefined {
  if (!row[0]) return undefined
  const entry: Partial<Record<keyof Entry, string | number | Mark | MessageTotals | AppliedRule | Timings | Initiator | undefined>> = {}
  for (const [i, name] of names.entries()) {
    const value = row[i]
    if (value && name === 'mark') entry.mark = decodeMark(value)
    else if (value && name === 'messages') entry.messages = totalsOf(value)
    else if (value && name === 'rule') entry.rule = decodeRule(value)
    else if (value && name === 'timings') entry.timings = decodeTimings(value)
    else if (value && name === 'initiator') entry.initiator = decodeInitiator(value)
    else if (value) entry[name] = NUMBER_FIELDS.has(name) ? Number(value) : value
    else if (ENTRY_FIELDS[name] !== undefined) entry[name] = ENTRY_FIELDS[name]
  }
  return entry as Entry
}

export const decodeMark = decoderOf(MarkSchema)
const decodeRule = decoderOf(AppliedRuleSchema)
const decodeTimings = decoderOf(TimingsSchema)
const decodeInitiator = decoderOf(InitiatorSchema)

/**
 * The decoder returns undefined for a text that is not valid, for example because somebody wrote it by hand, or because a newer version of
 * the service knows more.
 */
function decoderOf<Schema extends TSchema> (schema: Schema): (text: string) => Static<Schema> | undefined {
  const validator = Compile(schema)
  return text => {
    const value = parse(text)
    return validator.Check(value) ? value : undefined
  }
}

function totalsOf (text: string): MessageTotals | undefined {
  const figures = decodeFigures(text)
  return figures && { count: figures.count, bytes: figures.bytes, dropped: figures.dropped }
}

/** The number in an id. It gives the order of arrival. */
export function seqOf (id: string): string {
  const [seq = ''] = id.split('-', 1)
  return seq
}

/** 13 digits, like all times from 2001 until 2286. */
const LATEST_MS = 9_999_999_999_999

/**
 * When a request started, as push.lua reads it: the milliseconds between its start and its push; or, if its start is known,
 * that start as a negative number. An age is never negative. Lua keeps these integers exact.
 */
export function ageOrStart ({ startTime, age, timeConsuming = 0 }: RestoredPush): number {
  if (startTime !== undefined) return -Math.min(Math.max(Math.round(startTime), 1), LATEST_MS)
  return Math.min(Math.round(age ?? timeConsuming), Number.MAX_SAFE_INTEGER)
}

/** The fields of a push, as arguments of HSET: field, value, field, value. */
export function encodePush (push: RestoredPush): string[] {
  const fields: string[] = []
  for (const name of GIVEN_FIELDS) {
    const value = name === 'timeConsuming' ? push.timeConsuming ?? 0 : push[name]
    if (value !== undefined) fields.push(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  if (push.mark) fields.push('mark', JSON.stringify(push.mark))
  return fields
}

/**
 * A `messages-received` change may be about several entries: it becomes one change for each, with the figures as its detail. All but the
 * last keep the rev of the change before, so that each `prev` is still the `rev` of the change before it.
 */
export function perEntry (change: SessionChange): SessionChange[] {
  if (change.type !== 'messages-received') return [change]
  const { rev, prev, detail = [] } = change
  const [first = ''] = change.id.split(' ')
  if (detail.length < FIELDS_PER_ENTRY) return [{ ...change, id: first, detail: [] }]
  return Array.from({ length: Math.floor(detail.length / FIELDS_PER_ENTRY) }, (_, n) => {
    const [id, requestId, figures = null] = detail.slice(n * FIELDS_PER_ENTRY, (n + 1) * FIELDS_PER_ENTRY)
    const isLast = (n + 2) * FIELDS_PER_ENTRY > detail.length
    return { ...change, rev: isLast ? rev : prev, id: id || '', requestId: requestId || '', detail: [figures] }
  })
}

/** The id, the requestId and the figures. */
const FIELDS_PER_ENTRY = 3

/** `detail` of a `screenshot-received` change. */
export function decodeScreenshot (id: string, [type, size, timestamp]: EntryRow): StoredScreenshot {
  return { id, type: type || '', size: Number(size), timestamp: Number(timestamp) }
}

/**
 * The changes that one run of a script published, oldest first. An empty list if the text does not come from a script, for example
 * because somebody published it by hand. A detail that is not a row is left out.
 */
export function decodeChanges (text: string): SessionChange[] {
  const parsed = parse(text)
  if (!Array.isArray(parsed)) return []
  return Array.isArray(parsed[0]) ? parsed.flatMap(changeOf) : changeOf(parsed)
}

function changeOf (published: unknown): SessionChange[] {
  if (!PublishedValidator.Check(published)) return []
  const [rev, prev, type, requestId, id, detail] = published
  return perEntry({ rev, prev, type, requestId, id, ...(RowValidator.Check(detail) && { detail }) })
}

function parse (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const PublishedHead = [Type.String(), Type.String(), Type.String(), Type.String(), Type.String()] as const
const PublishedValidator =
  Compile(Type.Union([Type.Tuple([...PublishedHead]), Type.Tuple([...PublishedHead, Type.Unknown()])]))
const RowValidator = Compile(Type.Array(Type.Union([Type.String(), Type.Null(), Type.Literal(false)])))
