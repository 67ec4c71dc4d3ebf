// For each chip, counts the entries that match this chip and the part of the filter without chips. Finds out whether the session has
// several hosts, and whether it has any application codes. The list hides the column of hosts if there is only one host, and the column of
// codes if there are none. It runs after the list was rendered, newest entries first. Facts that take long to compute are cached for each
// entry.
import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { ListedEntry } from '../../../../exchange/held.js'
import { isPending } from '../../../../exchange/outcome.js'
import { factsOf } from '../../../../filter/facts.js'
import type { Match } from '../../../../filter/context.js'
import { chipOf, type Chip } from './chip-terms.js'
import type { Filtering } from './filtering.js'
import { Slices } from '../slices.js'

export type Counts = Readonly<Record<Chip | 'all', number>>

export interface Findings {
  /** The counts of the entries that match the filter without its chips. */
  counts: Counts
  hasHosts: boolean
  hasCodes: boolean
}

const NO_COUNTS: Counts = { all: 0, json: 0, form: 0, html: 0, script: 0, image: 0, binary: 0, other: 0, error: 0, pending: 0 }
const PAUSE_MS = 150

export class Survey {
  readonly findings = signal<Findings>({ counts: NO_COUNTS, hasHosts: false, hasCodes: false })
  readonly #slices: Slices
  readonly #stop: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #count: Count

  constructor (all: ReadonlySignal<readonly ListedEntry[]>, filtering: Filtering, isError: ReadonlySignal<Match>) {
    const begin = () => new Count(all.peek(), filtering.withoutChips(), isError.peek())
    this.#count = begin()
    this.#slices = new Slices(hasTime => this.#count.work(hasTime), isDone => { if (isDone) this.#tell() }, true)
    this.#stop = effect(() => {
      // Runs again if any of these changes.
      all.value; filtering.entries.value; isError.value // eslint-disable-line
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        this.#count = begin()
        if (!this.#slices.isRunning) this.#slices.run()
      }, PAUSE_MS)
    })
  }

  close (): void {
    this.#stop()
    clearTimeout(this.#timer)
    this.#slices.close()
  }

  #tell (): void {
    const { findings } = this.#count
    if (JSON.stringify(findings) !== JSON.stringify(this.findings.peek())) this.findings.value = findings
  }
}

/** One pass through the entries that match the filter, and through the session, until it has hosts and codes. */
class Count {
  readonly #counts: Record<Chip | 'all', number> = { ...NO_COUNTS }
  readonly #hosts = new Set<string>()
  #hasCodes = false
  #counted: number
  #searched: number

  constructor (readonly all: readonly ListedEntry[], readonly left: readonly ListedEntry[], readonly isError: Match) {
    this.#counted = left.length
    this.#searched = all.length
  }

  get findings (): Findings {
    return { counts: this.#counts, hasHosts: this.#hosts.size > 1, hasCodes: this.#hasCodes }
  }

  work (hasTime: () => boolean): boolean {
    for (let n = 1; this.#step(); n++) {
      if (n % 16 === 0 && !hasTime()) return false
    }
    return true
  }

  /** Looks at one more entry; false if nothing is left to do. */
  #step (): boolean {
    if (this.#counted > 0) this.#count(this.left[--this.#counted])
    else if (this.#searched > 0 && !(this.#hosts.size > 1 && this.#hasCodes)) this.#search(this.all[--this.#searched])
    else return false
    return true
  }

  #search (entry: ListedEntry | undefined): void {
    if (!entry) return
    const { address, code } = factsOf(entry)
    this.#hosts.add(address.host)
    this.#hasCodes ||= code !== undefined
  }

  #count (entry: ListedEntry | undefined): void {
    if (!entry) return
    this.#counts.all++
    this.#counts[chipOf(factsOf(entry).kind)]++
    if (isPending(entry)) this.#counts.pending++
    else if (this.isError(entry)) this.#counts.error++
  }
}
