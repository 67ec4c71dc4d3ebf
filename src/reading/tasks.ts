// What the event loop asks of a reader thread, and what it gets: one slice of a request at a time. A thread remembers nothing between two
// slices, so that whatever becomes of it, only the slice under way is lost.
import type { Series } from '../durations.js'
import type { Refusal } from '../errors.js'
import type { HarOptions } from '../har/har-writer.js'
import type { SavedAbout } from '../saved/about.js'
import type { Entry } from '../schema/entry.js'
import type { Start } from '../store/entry-pages.js'

/** A filter as it was given, and the time that it is about. */
export interface Filter {
  text: string
  nowMs: number
  /** What is known of repeats, where it asks for them; see thread/flags.ts. */
  flags?: SharedArrayBuffer
}

/** How entries are written. */
export type Format =
  | { name: 'json' | 'ndjson', fields?: readonly (keyof Entry)[] | undefined }
  | ({ name: 'har' } & HarOptions)
  | { name: 'saved', secrets: SavedAbout['secrets'] }

interface Slice { session: string, start: Start, bytes: number }

export type Task =
  /** Entries as text. `count`: so many were written before; `most`: so many may still be. */
  | Slice & { kind: 'write', format: Format, filter?: Filter | undefined, count: number, most: number }
  /** Finds, from the newest on, the n-th entry that matches: the result goes on with `left` until that is 0. */
  | Slice & { kind: 'find', filter: Filter, left: number }
  /** What of each entry tells whether it is a repeat, for `judge`. */
  | Slice & { kind: 'trace' }
  /** From the traces of all entries to flags. */
  | { kind: 'judge', traces: Uint8Array[] }
  /** What each entry says for a summary, for `tabulate`. */
  | Slice & { kind: 'ask', filter?: Filter | undefined }
  | { kind: 'tabulate', asked: Uint8Array[], last: number | undefined }
  /** Waits for the thread's connection to come back, for a second. */
  | { kind: 'connect' }
  /** One entry by its id, as JSON; no bytes where there is none. */
  | { kind: 'entry', session: string, id: string, bytes: number }

export interface Result {
  /** What the slice made: parts of a reply, or what a later task takes. */
  bytes: Uint8Array
  /** Where the next slice begins; undefined behind the last entry. */
  next?: Start | undefined
  /** The session's `rev` when the slice was read. */
  rev: string
  /** Entries that were written. */
  count: number
  /** What is left to be found. */
  left?: number
  /** When the first of those that were written began and when the last of them ended, in milliseconds since the epoch. */
  span?: { fromMs: number, toMs: number } | undefined
}

/** `tooLarge`: the next entry has so many bytes, more than the slice may have, and was not read. */
export type Outcome = { result: Result } | { tooLarge: number } | { refusal: Refusal }

/** With how long the commands to Redis took. */
export interface Reply { outcome: Outcome, roundTrips: Series[] }
