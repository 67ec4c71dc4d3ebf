// The entries that a request selects, as bytes of a response, slice by slice.
import { parse } from '../filter/parse.js'
import { dependsOnSession } from '../filter/session-dependence.js'
import { joinedSpan, type TimeSpan } from '../exchange/time-span.js'
import { afterId, FIRST, fromId, LAST, type Start } from '../store/entry-pages.js'
import { clientLeft } from './client-left.js'
import { collectedSlices } from './collected-slices.js'
import type { Reading } from './readers.js'
import type { Selection } from './selection.js'
import type { Filter, Format, Result } from './tasks.js'

export interface Listing {
  /** Every part is at least as new as this change. */
  rev: string
  first: Uint8Array
  /** Each part is read when the one before was taken; undefined if the first part is all. It ends early if the client has left. */
  rest: AsyncGenerator<Uint8Array> | undefined
  /** The entries that were written until now. */
  readonly written: WrittenEntries
}

interface WrittenEntries { count: number, span: TimeSpan | undefined }

type Next = (from: Start) => Promise<Result | undefined>

const decoder = new TextDecoder()

/** Reads the first slice before it resolves: if Redis is unreachable, it rejects here, not in the middle of a response. */
export async function listing (reading: Reading, session: string, selection: Selection, format: Format): Promise<Listing> {
  const filter = selection.filter && await withRepeats(reading, session, selection.filter)
  const { last, after } = selection
  let start: Start = after === undefined ? FIRST : afterId(after)
  if (last !== undefined) start = filter ? await nthMatch(reading, session, filter, last) : { last }
  const written: WrittenEntries = { count: 0, span: undefined }
  // With a filter, `last` limits the number, too, because new matches may arrive meanwhile. Without one, it only sets the start.
  const most = filter && last !== undefined ? last : Number.MAX_SAFE_INTEGER
  const next: Next = async from => {
    const result = await reading.slice(bytes =>
      ({ kind: 'write', session, start: from, bytes, format, filter, count: written.count, most: most - written.count }))
    if (result) note(written, result)
    return result
  }
  const result = await next(start)
  if (!result) throw clientLeft()
  return { rev: result.rev, first: result.bytes, rest: result.next && restFrom(result.next, next, reading), written }
}

/** Adds which entries of the whole session are duplicates or N+1, if the filter asks for them. */
export async function withRepeats (reading: Reading, session: string, filter: Filter): Promise<Filter> {
  return dependsOnSession(parse(filter.text)) ? { ...filter, flags: await flagsOf(reading, session) } : filter
}

/** The flags of the whole session, which a filter for duplicates or N+1 needs before it runs; thread/flags.ts reads them. */
async function flagsOf (reading: Reading, session: string): Promise<SharedArrayBuffer> {
  const fingerprints = await collectedSlices(reading, (start, bytes) => ({ kind: 'fingerprint', session, start, bytes }))
  const result = await reading.slice(() => ({ kind: 'flag', fingerprints }))
  const flags = result?.bytes.buffer
  if (!(flags instanceof SharedArrayBuffer)) throw clientLeft()
  reading.release(fingerprints.reduce((sum, { length }) => sum + length, 0))
  await reading.keep(flags.byteLength)
  return flags
}

function note (written: WrittenEntries, { count, span }: Result): void {
  written.count += count
  if (span) written.span = joinedSpan(written.span, span)
}

/** The bytes of all slices from `start` on. If there is much room, the next slice is read while the client takes this one. */
export async function * restFrom (start: Start, next: Next, reading: Reading): AsyncGenerator<Uint8Array> {
  reading.idle()
  let ahead: Promise<Result | undefined> | undefined = next(start)
  while (ahead) {
    const result: Result | undefined = await ahead
    const from: Start | undefined = result?.next
    ahead = from && reading.hasMuchRoom ? next(from) : undefined
    // If the client leaves during this slice, nothing awaits the next one: its error is ignored.
    ahead?.catch(() => undefined)
    // The bytes are not kept in a variable: while the next slice is awaited, this one must not stay in memory.
    if (result && result.bytes.length > 0) yield movedFrom(result)
    reading.idle()
    if (from) ahead ??= next(from)
  }
}

function movedFrom (result: Result): Uint8Array {
  const { bytes } = result
  result.bytes = new Uint8Array(0)
  return bytes
}

// Matches are read twice, not kept: their size is unknown. If fewer than n entries match, the list begins with the first entry.
async function nthMatch (reading: Reading, session: string, filter: Filter, n: number): Promise<Start> {
  let [start, left]: [Start | undefined, number] = [LAST, n]
  while (start) {
    const from: Start = start
    const result = await reading.slice(bytes => ({ kind: 'find', session, start: from, bytes, filter, left }))
    if (!result) throw clientLeft()
    reading.idle()
    left = result.left ?? 0
    if (left === 0) return fromId(decoder.decode(result.bytes))
    start = result.next
  }
  return FIRST
}
