// The newest entries, asked for before the live channel is there: somebody who opens a long session looks at these, and sees them at once.
// The one rule: they are shown only until the list is whole, and what the list says of an entry counts for more.
import type { Held } from '../../../../exchange/held.js'
import { entriesOf } from '../../../feed/entry-lines.js'
import { replyText } from '../../../feed/reply.js'
import type { Api } from './api.js'

/** More than a screen has rows. */
const ENTRIES = 60
/** What comes twice must not cost much: of long entries, fewer. */
const MOST_CHARACTERS = 1_000_000

export class ReadAhead {
  readonly #asking = new AbortController()
  readonly #onArrival: () => void
  readonly #entries = new Set<Held>()

  /** Without `api` there is nothing to read. */
  constructor (api: Api | undefined, onArrival: () => void) {
    this.#onArrival = onArrival
    // Where it fails, there is the list all the same, or the feed says why not.
    if (api) this.#read(api).catch(() => {})
  }

  /** Behind those that the list has by now. */
  behind (listed: readonly Held[], isListed: (id: string) => boolean): readonly Held[] {
    const rest = [...this.#entries].filter(({ id }) => !isListed(id))
    return rest.length === 0 ? listed : [...listed, ...rest]
  }

  has (entry: Held): boolean {
    return this.#entries.has(entry)
  }

  /** The list is whole. */
  close (): void {
    this.#asking.abort()
    this.#entries.clear()
  }

  async #read (api: Api): Promise<void> {
    const { signal } = this.#asking
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
    if (characters > MOST_CHARACTERS) break
  }
}
