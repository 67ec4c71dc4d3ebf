// Requests the newest entries before the live channel is open: a person who opens a long session looks at these first, and should see them
// immediately. The rule: they are shown only until the list is complete, and each is replaced when the list brings the same entry.
import type { ListedEntry } from '../../../../exchange/held.js'
import { entriesOf } from '../../../feed/entry-lines.js'
import { replyText } from '../../../feed/reply.js'
import type { Api } from './api.js'

/** More than the rows of a screen. */
const ENTRIES = 60
/** These entries arrive twice, which must not cost much: if they are long, fewer are read. */
const MAX_CHARACTERS = 1_000_000

export class ReadAhead {
  readonly #request = new AbortController()
  readonly #onArrival: () => void
  readonly #entries = new Set<ListedEntry>()

  /** Without `api`, it reads nothing. */
  constructor (api: Api | undefined, onArrival: () => void) {
    this.#onArrival = onArrival
    // If it fails, the list still arrives, or the feed reports the reason.
    if (api) this.#read(api).catch(() => {})
  }

  /** The list, with the entries that it does not have yet at its end. */
  appended (listed: readonly ListedEntry[], isListed: (id: string) => boolean): readonly ListedEntry[] {
    const rest = [...this.#entries].filter(({ id }) => !isListed(id))
    return rest.length === 0 ? listed : [...listed, ...rest]
  }

  has (entry: ListedEntry): boolean {
    return this.#entries.has(entry)
  }

  /** Call it when the list is complete. */
  close (): void {
    this.#request.abort()
    this.#entries.clear()
  }

  async #read (api: Api): Promise<void> {
    const { signal } = this.#request
    const reply = await api.ask('GET', 'capture/entries', undefined, {
      headers: { accept: 'application/x-ndjson' }, query: { last: String(ENTRIES) }, signal
    })
    for await (const entries of entriesOf(partsOf(reply))) {
      if (signal.aborted) return
      if (entries.length === 0) continue
      for (const entry of entries) this.#entries.add(entry)
      this.#onArrival()
    }
  }
}

async function * partsOf (reply: Response): AsyncGenerator<string> {
  let characters = 0
  for await (const part of replyText(reply)) {
    characters += part.length
    yield part
    if (characters > MAX_CHARACTERS) break
  }
}
