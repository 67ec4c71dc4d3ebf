// What a request asks for, without what is new each time: its path, in which ids count as one another.
import type { Entry } from '../schema/entry.js'
import { addressOf } from './address.js'

const LONGEST_PATH = 2000
// Numbers; UUIDs and the like; long texts of digits and letters.
const ID = /^(?:\d+|[\da-f]{8}-[\da-f-]{20,40}|[\da-f]{12,}|(?=[^/]*\d)[\w-]{20,})$/i

/** `/orders/*`: with `*` for what is an id. */
export function pathPatternOf (entry: Pick<Entry, 'api' | 'requestHeader'>): string {
  const { path } = addressOf({ ...entry, api: entry.api.slice(0, LONGEST_PATH) })
  return path.split('/').map(part => ID.test(part) ? '*' : part).join('/')
}
