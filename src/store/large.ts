// Entries that are too large for a script: a script copies each value several times while all of Redis waits. Instead, plain commands write
// such values into a staged hash, from which the script makes the entry. Plain commands also read such entries.
import { replyOf, type Commands } from '../redis/commands.js'
import type { EntryRow } from './codec.js'
import { FIELD_NAMES, type FieldName } from './fields.js'
import { keysOf } from './keys.js'

/** A value of more bytes is written outside of the script. */
const LARGE_VALUE_BYTES = 256 * 1024

/** An entry of this many bytes or more is read outside of the script; it ends its page. */
export const LARGE_ENTRY_BYTES = 1024 * 1024

/** Splits fields and values (field, value, field, value) into those for the script and those that are too large for it. */
export function splitBySize (fields: string[]): { small: string[], large: string[] } {
  const parts = { small: [] as string[], large: [] as string[] }
  for (let i = 0; i < fields.length; i += 2) {
    const [field = '', value = ''] = fields.slice(i, i + 2)
    // A UTF-16 code unit takes at most three bytes: shorter values need no exact count.
    const isLarge = value.length > LARGE_VALUE_BYTES / 3 && Buffer.byteLength(value) > LARGE_VALUE_BYTES
    parts[isLarge ? 'large' : 'small'].push(field, value)
  }
  return parts
}

/** The entry as it is now; a row of nulls if it is gone. */
export async function readRow (
  redis: Commands, session: string, requestId: string, names: readonly FieldName[] = FIELD_NAMES
): Promise<EntryRow> {
  return await replyOf(redis, 'hmget', redis.hmget(keysOf(session).entryPrefix + requestId, ...names))
}
