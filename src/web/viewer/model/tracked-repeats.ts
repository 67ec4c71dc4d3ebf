// Finds duplicates and bursts among the requests of a session. Each entry is examined once, when the browser is idle.
import type { ListedEntry } from '../../../exchange/held.js'
import { factsOf } from '../../../filter/facts.js'
import { repeatableOf, type Repeatable } from '../../../summary/repeatable.js'
import { Repeats, type Tracked } from '../../../summary/repeats.js'
import { EntryTracker } from './entry-tracker.js'
import { Slices } from './slices.js'

type RepeatableEntry = Repeatable & { readonly entry: ListedEntry }
type TrackedEntry = RepeatableEntry & Tracked

export class TrackedRepeats {
  readonly #toReport = new Set<TrackedEntry>()
  readonly #repeats = new Repeats<RepeatableEntry>(tracked => { this.#toReport.add(tracked) })
  readonly #changes = new EntryTracker({ come: entry => this.#come(entry), go: tracked => this.#repeats.remove(tracked) })
  readonly #slices = new Slices(hasTime => this.#changes.work(hasTime), () => this.#report(), true)
  readonly #onChange: (entries: readonly ListedEntry[]) => void

  /** `onChange`: gets the entries whose flags were set or removed. */
  constructor (onChange: (entries: readonly ListedEntry[]) => void) {
    this.#onChange = onChange
  }

  flagsOf (entry: ListedEntry): { isDuplicate: boolean, isNPlusOne: boolean } | undefined {
    return this.#changes.of(entry)
  }

  update (entries: readonly ListedEntry[]): void {
    this.#changes.update(entries)
    if (!this.#slices.isRunning) this.#slices.run()
  }

  close (): void {
    this.#slices.close()
  }

  #come (entry: ListedEntry): TrackedEntry {
    const facts = factsOf(entry)
    const tracked = this.#repeats.add({ ...repeatableOf(entry, facts.address, facts.pattern), entry })
    facts.prepare()
    return tracked
  }

  #report (): void {
    if (this.#toReport.size === 0) return
    const changed = [...this.#toReport].map(({ entry }) => entry).filter(entry => this.#changes.of(entry) !== undefined)
    this.#toReport.clear()
    if (changed.length > 0) this.#onChange(changed)
  }
}
