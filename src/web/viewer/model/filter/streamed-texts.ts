// Reads dropped long texts again, for code that must search all of them. The entries with these texts are streamed once, in batches, and
// are not kept.
import type { ListedEntry } from '../../../../exchange/held.js'
import type { Entry } from '../../../../schema/entry.js'

export type Wholes = (entries: readonly ListedEntry[], onGone: (entry: ListedEntry) => void) => AsyncIterable<Entry>

/** An entry, and its complete copy; undefined if it was deleted meanwhile. */
export type StreamedEntry = [held: ListedEntry, read: Entry | undefined]

export class StreamedTexts {
  readonly #read: AsyncIterator<Entry>
  readonly #byId: Map<string, ListedEntry>
  readonly #gone: StreamedEntry[] = []

  constructor (wholes: Wholes, entries: readonly ListedEntry[]) {
    this.#byId = new Map(entries.map(entry => [entry.id, entry]))
    this.#read = wholes(entries, entry => this.#gone.push([entry, undefined]))[Symbol.asyncIterator]()
  }

  /** Returns a batch of about `characters` characters and at most `most` entries; an empty one at the end. Rejects if they cannot be
   * read. */
  async next (characters: number, most: number): Promise<StreamedEntry[]> {
    const batch: StreamedEntry[] = []
    let left = characters
    while (left > 0 && batch.length < most) {
      const next = await this.#read.next()
      for (const gone of this.#gone.splice(0)) batch.push(gone)
      if (next.done) break
      const held = this.#byId.get(next.value.id)
      if (held) batch.push([held, next.value])
      left -= next.value.request.length + next.value.response.length
    }
    return batch
  }

  close (): void {
    this.#read.return?.().catch(() => {})
  }
}
