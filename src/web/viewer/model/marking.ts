// Sets marks on entries. The service sends each mark to all viewers, this page included; the page shows what came back from the service.
import { effect, type ReadonlySignal } from '@preact/signals'
import type { ListedEntry } from '../../../exchange/held.js'
import type { Mark, MarkColor } from '../../../schema/mark.js'
import { readMark } from '../../../exchange/mark.js'
import { Refused, type Api } from './session/api.js'

export interface MarkingOptions {
  api: Pick<Api, 'ask'>
  entries: ReadonlySignal<readonly ListedEntry[]>
  /** Whether the service can be reached, as far as the feed knows. */
  isLive: ReadonlySignal<boolean>
  /** The service refused a mark; gets a sentence for a person. */
  onProblem: (sentence: string) => void
  /** Marks could not be sent: they are sent when the service can be reached again. */
  onAway: () => void
}

const REQUESTS_AT_ONCE = 6
const RETRY_MS = 3000

export class Marking {
  readonly #options: MarkingOptions
  /** The newest mark of each entry that is being sent to the service, or waits until the service can be reached. */
  readonly #asked = new Map<string, Mark | undefined>()
  /** The mark that was last set here on each entry. It no longer counts when the feed replaces the entry, as it does for each new mark. */
  readonly #setHere = new WeakMap<ListedEntry, { mark: Mark | undefined }>()
  /** The entries whose marks did not reach the service. */
  readonly #waiting = new Set<string>()
  #isAway = false

  constructor (options: MarkingOptions) {
    this.#options = options
    effect(() => { if (options.isLive.value) this.#retry() })
  }

  /** If all of them are pinned, this unpins them all; otherwise it pins them all. */
  pin (entries: readonly ListedEntry[]): void {
    const pinned = !entries.every(entry => this.#markOf(entry).pinned)
    this.#change(entries, mark => ({ ...mark, pinned }))
  }

  /** If all of them have this color, this removes it from all; otherwise it sets it on all. */
  color (entries: readonly ListedEntry[], color: MarkColor): void {
    const isThere = entries.every(entry => this.#markOf(entry).color === color)
    this.#change(entries, ({ color: _, ...mark }) => isThere ? mark : { ...mark, color })
  }

  note (entry: ListedEntry, text: string): void {
    this.#change([entry], mark => ({ ...mark, note: text.trim() }))
  }

  // A person may press a second key before the first change has come back: the second key changes the result of the first.
  #markOf (entry: ListedEntry): Mark {
    if (this.#asked.has(entry.id)) return this.#asked.get(entry.id) ?? {}
    const setHere = this.#setHere.get(entry)
    return (setHere ? setHere.mark : entry.mark) ?? {}
  }

  #change (entries: readonly ListedEntry[], change: (mark: Mark) => Mark): void {
    const ids: string[] = []
    for (const entry of entries) {
      const [before, mark] = [readMark(this.#markOf(entry)), readMark(change(this.#markOf(entry)))]
      if (isEqual(before, mark)) continue
      this.#setHere.set(entry, { mark })
      // If a request for this entry is under way, the same loop sends this mark, too.
      if (!this.#asked.has(entry.id)) ids.push(entry.id)
      this.#asked.set(entry.id, mark)
    }
    this.#sendAll(ids)
  }

  #sendAll (ids: string[]): void {
    const worker = async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) await this.#sendNewest(id)
    }
    Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, worker)).catch((error: unknown) => {
      const { onProblem, onAway } = this.#options
      const unsent = ids.splice(0)
      if (error instanceof Refused) {
        for (const id of unsent) this.#forget(id)
        return onProblem(error.message)
      }
      for (const id of unsent) this.#waiting.add(id)
      if (!this.#isAway) onAway()
      this.#isAway = true
      // The feed may not have noticed yet that the service is away, or only this request was lost.
      setTimeout(() => { if (this.#options.isLive.peek()) this.#retry() }, RETRY_MS)
    })
  }

  #retry (): void {
    const ids = [...this.#waiting]
    this.#waiting.clear()
    this.#sendAll(ids)
  }

  // Sends one request at a time for each entry, so that the newest mark arrives last.
  async #sendNewest (id: string): Promise<void> {
    try {
      for (let isLast = false; !isLast;) {
        const mark = this.#asked.get(id)
        await this.#send(id, mark)
        isLast = mark === this.#asked.get(id)
      }
      this.#asked.delete(id)
      this.#isAway = false
    } catch (error) {
      if (error instanceof Refused) this.#forget(id)
      else this.#waiting.add(id)
      throw error
    }
  }

  // The service does not have the mark: the next change starts from what the service has.
  #forget (id: string): void {
    this.#asked.delete(id)
    const entry = this.#options.entries.peek().find(entry => entry.id === id)
    if (entry) this.#setHere.delete(entry)
  }

  async #send (id: string, mark: Mark | undefined): Promise<void> {
    const { api } = this.#options
    const path = `capture/entries/${encodeURIComponent(id)}/mark`
    if (mark) await api.ask('PUT', path, JSON.stringify(mark), { headers: { 'content-type': 'application/json' } })
    else await api.ask('DELETE', path)
  }
}

function isEqual (a: Mark | undefined, b: Mark | undefined): boolean {
  return a?.pinned === b?.pinned && a?.color === b?.color && a?.note === b?.note
}
