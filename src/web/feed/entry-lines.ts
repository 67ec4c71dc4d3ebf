// Reads entries from a text with one entry on each line. The text arrives in parts that may end anywhere. Reading takes linear time, even
// if a line arrives in many parts.
import type { Entry } from '../../schema/entry.js'
import { hasId, parse } from './frame.js'

/** The answer is not a list. */
export class Unreadable extends Error {
  constructor () {
    super('the answer is not a list of entries')
  }
}

/** Yields, for each part, the entries whose lines end in it, maybe none. Rejects if a line is not an entry, or the last has no end. */
export async function * entriesOf (parts: AsyncIterable<string>): AsyncGenerator<Entry[]> {
  let begun: string[] = []
  for await (const part of parts) {
    const [end = '', ...others] = part.split('\n')
    const rest = others.pop()
    begun.push(end)
    const lines = rest === undefined ? [] : [begun.join(''), ...others]
    if (rest !== undefined) begun = [rest]
    yield lines.filter(line => line !== '').map(entryOf)
  }
  // The service ends every line. A proxy in between may cut the text and end it as if it were complete.
  if (begun.join('') !== '') throw new Error('the answer is incomplete')
}

function entryOf (line: string): Entry {
  const entry = parse(line)
  if (!isEntry(entry)) throw new Unreadable()
  return entry
}

// Checks only what the copy depends on, as frame.ts does for messages.
function isEntry (value: unknown): value is Entry {
  return hasId(value)
}
