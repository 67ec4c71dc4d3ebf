// Collects the results of the slices of a whole session, until the last one is there.
import { FIRST, type Start } from '../store/entry-pages.js'
import { clientLeft } from './client-left.js'
import type { Reading } from './readers.js'
import type { Task } from './tasks.js'

/** The parts count toward the budget until the reading is closed, or until the caller releases them. */
export async function collectedSlices (reading: Reading, taskOf: (start: Start, bytes: number) => Task): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  let start: Start | undefined = FIRST
  while (start) {
    const from: Start = start
    const result = await reading.slice(bytes => taskOf(from, bytes))
    if (!result) throw clientLeft()
    parts.push(result.bytes)
    await reading.keep(result.bytes.length)
    start = result.next
  }
  return parts
}
