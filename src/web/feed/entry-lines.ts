// Entries out of text that has one a line, and comes in parts that may end anywhere. Linear, however many parts a line has.
import type { Entry } from '../../schema/entry.js'
import { hasId, parse } from './frame.js'

/** What was answered is no list. */
export class Unreadable extends Error {
  constructor () {
    super('it cannot be read')
  }
}

/** Those whose lines end in each part, which may be none. Rejects at a line that is no entry, and where the last line does not end. */
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
  // The service ends every line. What lies between may end a text where it was cut, as if that were its end.
  if (begun.join('') !== '') throw new Error('it broke off')
}

function entryOf (line: string): Entry {
  const entry = parse(line)
  if (!isEntry(entry)) throw new Unreadable()
  return entry
}

// Only what the copy depends on is checked, as with messages.
function isEntry (value: unknown): value is Entry {
  return hasId(value)
}
