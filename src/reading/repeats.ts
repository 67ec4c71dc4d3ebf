// What a filter must know of the whole session before it is asked: which entries are duplicates, and which one of a burst.
import { ApiError } from '../errors.js'
import { gathered } from './gathered.js'
import type { Reading } from './readers.js'

/** As thread/flags.ts reads them. */
export async function flagsOf (reading: Reading, session: string): Promise<SharedArrayBuffer> {
  const traces = await gathered(reading, (start, bytes) => ({ kind: 'trace', session, start, bytes }))
  const judged = await reading.slice(() => ({ kind: 'judge', traces }))
  const flags = judged?.bytes.buffer
  if (!(flags instanceof SharedArrayBuffer)) throw new ApiError('unavailable')
  await reading.keep(flags.byteLength - traces.reduce((sum, { length }) => sum + length, 0))
  return flags
}
