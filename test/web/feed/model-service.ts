// A model of the parts of the service on which a viewer's copy of a session depends: the change log, the stored entries, and lists that are
// read page by page.
import type { Entry } from '../../../src/schema/entry.js'
import type { ChangeMessage } from '../../../src/schema/event.js'
import type { Screenshot } from '../../../src/schema/screenshot.js'
import { ModelList, seqOf } from './model-list.js'

export interface Lists { entries: Entry[], screenshots: Screenshot[] }

/** A seeded random generator (mulberry32): integers from 0 to below `below`. */
export function randomOf (seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export function entryOf (seq: number, random: string, requestId = `r${seq}`): Entry {
  return {
    id: `${seq}-${random}`,
    requestId,
    api: '/a',
    method: 'GET',
    requestHeader: '',
    responseHeader: '',
    request: '',
    response: '',
    timeConsuming: 0,
    pageParams: '',
    storage: '',
    timestamp: seq
  }
}

const MAX_ENTRIES = 16
// Small, so that screenshots are evicted while lists are read.
const MAX_SCREENSHOTS = 4
const PAGE_ROWS = 4

export class ModelService {
  private readonly log: ChangeMessage[] = []
  private readonly entries = new Map<string, Entry>()
  private readonly screenshots = new Map<string, Screenshot>()
  private seq = 0
  private version = 0
  /** The log is trimmed up to this change. */
  private oldest = 0

  constructor (private readonly random: (below: number) => number) {}

  /** The number of changes. */
  get head (): number { return this.log.length }

  revAt (index: number): string { return `${index}-0` }

  indexOf (rev: string): number { return parseInt(rev) }

  holds (rev: string): boolean { return this.indexOf(rev) >= this.oldest }

  now (): Lists { return { entries: [...this.entries.values()], screenshots: [...this.screenshots.values()] } }

  /** Performs one random operation of a client. */
  write (): void {
    const dice = this.random(100)
    if (dice < 45) this.receive()
    else if (dice < 65) this.update()
    else if (dice < 70) this.mark()
    else if (dice < 82) this.remove(this.anyId())
    else if (dice < 86) this.clear()
    else if (dice < 97) this.upload()
    else this.oldest = this.random(this.head + 1)
  }

  /** The change as it is announced: with the entry as it was, or, if it is read late, in its current state, or as deleted. */
  change (index: number, random: (below: number) => number): ChangeMessage | undefined {
    const change = this.log[index]
    if (!change || (change.type !== 'entry-received' && change.type !== 'entry-updated') || random(2) === 0) return change
    const { rev, prev, type, data: { id } } = change
    const entry = this.entries.get(id)
    return entry ? { type, data: entry, rev, prev } : { type: 'deleted', data: { id }, rev, prev }
  }

  /** Lists the entries after this one, which may be deleted; undefined: all entries. */
  list (after: string | undefined): ModelList {
    const page = (behind: number) => [...this.entries.values()].filter(({ id }) => seqOf(id) > behind).slice(0, 1 + this.random(PAGE_ROWS))
    return new ModelList(page, seqOf(after ?? '0'))
  }

  private receive (): void {
    if (this.entries.size === MAX_ENTRIES) this.remove([...this.entries.keys()][0])
    // Sometimes reuses the requestId of a deleted entry, which creates a new entry.
    const gone = `r${this.random(this.seq + 1)}`
    const isGone = this.random(4) === 0 && ![...this.entries.values()].some(({ requestId }) => requestId === gone)
    const requestId = isGone ? gone : `r${this.seq + 1}`
    const entry = { ...entryOf(++this.seq, this.random(1e9).toString(16), requestId), response: `v${++this.version}` }
    this.entries.set(entry.id, entry)
    this.announce({ type: 'entry-received', data: entry })
  }

  private update (): void {
    const entry = this.entries.get(this.anyId() ?? '')
    if (!entry) return
    const updated = { ...entry, response: `v${++this.version}` }
    this.entries.set(entry.id, updated)
    this.announce({ type: 'entry-updated', data: updated })
  }

  private mark (): void {
    const { mark: _, ...entry } = this.entries.get(this.anyId() ?? '') ?? {}
    if (!('id' in entry)) return
    const mark = this.random(3) === 0 ? {} : { mark: { note: `n${++this.version}` } }
    this.entries.set(entry.id, { ...entry, ...mark })
    this.announce({ type: 'entry-marked', data: { id: entry.id, ...mark } })
  }

  private remove (id: string | undefined): void {
    if (id !== undefined && this.entries.delete(id)) this.announce({ type: 'deleted', data: { id } })
  }

  private clear (): void {
    if (this.entries.size === 0) return
    this.entries.clear()
    this.announce({ type: 'cleared' })
  }

  private upload (): void {
    const id = `${++this.seq}-${this.random(1e9).toString(16)}`
    const screenshot = { id, url: `/${id}`, type: 'image/png', size: 1, timestamp: this.seq }
    const [oldest] = this.screenshots.keys()
    if (oldest !== undefined && this.screenshots.size === MAX_SCREENSHOTS) {
      this.screenshots.delete(oldest)
      this.announce({ type: 'deleted', data: { id: oldest } })
    }
    this.screenshots.set(id, screenshot)
    this.announce({ type: 'screenshot-received', data: screenshot })
  }

  private anyId (): string | undefined {
    return [...this.entries.keys()][this.random(Math.max(1, this.entries.size))]
  }

  private announce (what: DistributiveOmit<ChangeMessage, 'rev' | 'prev'>): void {
    this.log.push({ ...what, prev: this.revAt(this.head), rev: this.revAt(this.head + 1) })
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
