// Between what Redis holds and what the service speaks: entries as rows of fields, changes as published text.
// Lists and announcements are read by the same decodeEntry, so they cannot disagree.
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Entry } from '../schema/entry.js'
import type { Push } from '../schema/push.js'
import type { Screenshot } from '../schema/screenshot.js'

/** The fields of a row, in the order of lua/push.lua; a hash lacks those that were never given. */
export const ENTRY_FIELDS = ['id', 'requestId', 'api', 'method', 'requestHeader', 'responseHeader', 'request', 'response',
  'timeConsuming', 'pageParams', 'storage', 'timestamp'] as const satisfies (keyof Entry)[]

/** A row's values: text, or null or false (as Lua's JSON has it) where the hash lacks the field. */
export type Row = readonly (string | null | false)[]

/** What one change announces: the state after it, a reference to it where `detail` is missing, or just that it happened. */
export interface Change {
  rev: string
  prev: string
  /** Any text: a newer version, beside this one while an upgrade rolls, may announce what this one does not know. */
  type: string
  /** The entry's requestId; empty where the change is not about one entry. */
  requestId: string
  /** The id of the entry or screenshot; empty for `cleared`. */
  id: string
  detail?: Row
}

/** The store knows no addresses: whoever tells clients of it adds its `url`. */
export type StoredScreenshot = Omit<Screenshot, 'url'>

/** Undefined where the hash is gone. */
export function decodeEntry (row: Row): Entry | undefined {
  const [id, requestId, api, method, requestHeader, responseHeader, request, response,
    timeConsuming, pageParams, storage, timestamp] = row
  if (!id) return undefined
  return {
    id,
    requestId: requestId || '',
    api: api || '',
    method: method || '',
    requestHeader: requestHeader || '',
    responseHeader: responseHeader || '',
    request: request || '',
    response: response || '',
    timeConsuming: Number(timeConsuming || 0),
    pageParams: pageParams || '',
    storage: storage || '',
    timestamp: Number(timestamp || 0)
  }
}

/** The fields a push gives, as HSET takes them: field, value, field, value. */
export function encodePush (push: Push): string[] {
  const fields = ['timeConsuming', String(push.timeConsuming ?? 0)]
  for (const field of GIVEN_FIELDS) {
    const value = push[field]
    if (value !== undefined) fields.push(field, value)
  }
  return fields
}

/** `detail` of a `screenshot-received` change. */
export function decodeScreenshot (id: string, [type, size, timestamp]: Row): StoredScreenshot {
  return { id, type: type || '', size: Number(size), timestamp: Number(timestamp) }
}

/** Undefined where the text is not one of ours, as when somebody publishes by hand. A detail that is no row is left out. */
export function decodeChange (text: string): Change | undefined {
  const parsed = parse(text)
  if (!PublishedValidator.Check(parsed)) return undefined
  const [rev, prev, type, requestId, id, detail] = parsed
  return { rev, prev, type, requestId, id, ...(RowValidator.Check(detail) && { detail }) }
}

function parse (text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const GIVEN_FIELDS = ['api', 'method', 'requestHeader', 'responseHeader', 'request', 'response', 'pageParams', 'storage'] as const

const PublishedHead = [Type.String(), Type.String(), Type.String(), Type.String(), Type.String()] as const
const PublishedValidator =
  Compile(Type.Union([Type.Tuple([...PublishedHead]), Type.Tuple([...PublishedHead, Type.Unknown()])]))
const RowValidator = Compile(Type.Array(Type.Union([Type.String(), Type.Null(), Type.Literal(false)])))
