// Sets marks on entries. The service sends each mark to all viewers, this page included; the page shows what came back from the service.
import type { Held } from '../../../exchange/held.js'
import type { Mark, MarkColor } from '../../../schema/mark.js'
import { readMark } from '../../../exchange/mark.js'
import type { Api } from './session/api.js'

const AT_ONCE = 6

export class Marking {
  readonly #api: Pick<Api, 'ask'>
  readonly #onProblem: (sentence: string) => void
  /** The newest mark of each entry that is being sent to the service. */
  readonly #asked = new Map<string, Mark | undefined>()
  /** The newest mark of each entry that the service has not sent back since. */
  readonly #told = new WeakMap<Held, { mark: Mark | undefined }>()

  /** `onProblem`: a mark could not be sent; gets a sentence for a person. */
  constructor (api: Pick<Api, 'ask'>, onProblem: (sentence: string) => void) {
    this.#api = api
    this.#onProblem = onProblem
  }

  /** If all of them are pinned, this unpins them all; otherwise it pins them all. */
  pin (entries: readonly Held[]): void {
    const pinned = !entries.every(entry => this.#markOf(entry).pinned)
    this.#change(entries, mark => ({ ...mark, pinned }))
  }

  /** If all of them have this colour, this removes it from all; otherwise it sets it on all. */
  color (entries: readonly Held[], color: MarkColor): void {
    const isThere = entries.every(entry => this.#markOf(entry).color === color)
    this.#change(entries, ({ color: _, ...mark }) => isThere ? mark : { ...mark, color })
  }

  note (entry: Held, text: string): void {
    this.#change([entry], mark => ({ ...mark, note: text.trim() }))
  }

  // A person may press a second key before the first change has come back: the second key changes the result of the first.
  #markOf (entry: Held): Mark {
    if (this.#asked.has(entry.id)) return this.#asked.get(entry.id) ?? {}
    const told = this.#told.get(entry)
    return (told ? told.mark : entry.mark) ?? {}
  }

  #change (entries: readonly Held[], change: (mark: Mark) => Mark): void {
    const ids: string[] = []
    for (const entry of entries) {
      const [before, mark] = [readMark(this.#markOf(entry)), readMark(change(this.#markOf(entry)))]
      if (isEqual(before, mark)) continue
      this.#told.set(entry, { mark })
      // If a request for this entry is under way, the same loop sends this mark, too.
      if (!this.#asked.has(entry.id)) ids.push(entry.id)
      this.#asked.set(entry.id, mark)
    }
    const worker = async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) await this.#tell(id)
    }
    Promise.all(Array.from({ length: AT_ONCE }, worker)).catch((error: unknown) => {
      for (const id of ids.splice(0)) this.#asked.delete(id)
      for (const entry of entries) this.#told.delete(entry)
      this.#onProblem(error instanceof Error ? error.message : String(error))
    })
  }

  // Sends one request at a time for each entry, so that the newest mark arrives last.
  async #tell (id: string): Promise<void> {
    try {
      for (let isLast = false; !isLast;) {
        const mark = this.#asked.get(id)
        await this.#send(id, mark)
        isLast = mark === this.#asked.get(id)
      }
    } finally {
      this.#asked.delete(id)
    }
  }

  async #send (id: string, mark: Mark | undefined): Promise<void> {
    const path = `capture/entries/${encodeURIComponent(id)}/mark`
    if (mark) await this.#api.ask('PUT', path, JSON.stringify(mark), { headers: { 'content-type': 'application/json' } })
    else await this.#api.ask('DELETE', path)
  }
}

function isEqual (a: Mark | undefined, b: Mark | undefined): boolean {
  return a?.pinned === b?.pinned && a?.color === b?.color && a?.note === b?.note
}
