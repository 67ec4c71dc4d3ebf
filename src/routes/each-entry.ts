// Entries one by one out of pages that are read ahead: each leaves its page when it is taken, so that nobody holds it longer than it is looked at.
import type { Entry } from '../schema/entry.js'

/** `onTaken`: whoever took one asks for the next, and so has done with it. */
export async function * eachEntry (pages: AsyncIterable<Entry[]>, onTaken: () => void = () => {}): AsyncGenerator<Entry> {
  for await (const page of pages) {
    for (let entry = page.shift(); entry; entry = page.shift()) {
      yield entry
      onTaken()
    }
  }
}
