// The tasks and results of a reader thread: one slice of a request at a time. A thread keeps no state between two slices: if it dies,
// only the current slice is lost.
import type { Series } from '../durations.js'
import type { Refusal } from '../errors.js'
import type { HarOptions } from '../har/har-writer.js'
import type { SavedAbout } from '../saved/about.js'
import type { Entry } from '../schema/entry.js'
import type { Start } from '../store/entry-pages.js'

/** The text of a filter, and the time that the filter treats as now. */
export interface Filter {
  text: string
  nowMs: number
  /** The repeats of the session, if the filter needs them; see thread/flags.ts. */
  flags?: SharedArrayBuffer
}

/** How entries are written. */
export type Format =
  | { name: 'json' | 'ndjson', fields?: readonly (keyof Entry)[] | undefined }
  | ({ name: 'har' } & HarOptions)
  | { name: 'saved', secrets: SavedAbout['secrets'] }

interface Slice { session: string, start: Start, bytes: number }

export type Task =
  /** Writes entries as text. `count`: how many were written before; `most`: how many may still be written. */
  | Slice & { kind: 'write', format: Format, filter?: Filter | undefined, count: number, most: number }
  /** Finds the n-th match, counted from the newest entry. `left`: how many are still to find; the next task gets it from the result. */
  | Slice & { kind: 'find', filter: Filter, left: number }
  /** Reads the fingerprints of each entry, for `flag`. */
  | Slice & { kind: 'fingerprint' }
  /** Compares the fingerprints of all entries, and flags those that are repeats. */
  | { kind: 'flag', fingerprints: Uint8Array[] }
  /** Reads the facts of each entry that a summary needs, for `tabulate`. */
  | Slice & { kind: 'figures', filter?: Filter | undefined }
  | { kind: 'tabulate', figures: Uint8Array[], last: number | undefined }
  /** Waits a moment for the thread's connections to Redis to come back. */
  | { kind: 'connect' }
  /** One entry by its id, as JSON; no bytes if there is no such entry. */
  | { kind: 'entry', session: string, id: string, bytes: number }
  /** Writes the messages of an entry after `start`; if `last` is given, only the newest so many. `count`: how many were written before. */
  | Slice & { kind: 'messages', id: string, last: number | undefined, format: 'json' | 'ndjson', count: number }

export interface Result {
  /** The output of the slice: parts of a response, or the input of a later task. */
  bytes: Uint8Array
  /** Where the next slice begins; undefined after the last entry, or message. */
  next?: Start | undefined
  /** The session's `rev` when the slice was read; empty for a task that reads no list of entries. */
  rev: string
  /** How many entries, or messages, were written. */
  count: number
  /** How many matches are still to find. */
  left?: number
  /** When the first written entry began and when the last one ended, in milliseconds since the epoch. */
  span?: { fromMs: number, toMs: number } | undefined
}

/** `tooLarge`: the size of the next entry in bytes. It is more than the slice may have, so the entry was not read. */
export type SliceOutcome = { result: Result } | { tooLarge: number } | { refusal: Refusal }

/** `roundTrips`: how long the commands to Redis took. */
export interface SliceReply { outcome: SliceOutcome, roundTrips: Series[] }
