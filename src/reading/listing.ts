// The entries that a request asks for, as bytes of a reply, slice by slice.
import { ApiError } from '../errors.js'
import { parse } from '../filter/parse.js'
import { dependsOnSession } from '../filter/session-dependence.js'
import { joinedSpan, type TimeSpan } from '../exchange/time-span.js'
import { behindId, FIRST, fromId, LAST, type Start } from '../store/entry-pages.js'
import type { Reading } from './readers.js'
import { flagsOf } from './repeats.js'
import type { Selection } from './selection.js'
import type { Filter, Format, Result } from './tasks.js'

export interface Listing {
  /** The change that every part is at least as new as. */
  rev: string
  first: Uint8Array
  /** Each is read when the one before was taken; undefined where the first part is all. It ends early where the client has left. */
  rest: AsyncGenerator<Uint8Array> | undefined
  /** What was written until now. */
  readonly written: Written
}

interface Written { count: number, span: TimeSpan | undefined }

type Next = (from: Start) => Promise<Result | undefined>

const decoder = new TextDecoder()

/** The first slice is read before this resolves: a Redis that is away rejects here, not in the middle of a reply. */
export async function listing (reading: Reading, session: string, selection: Selection, format: Format): Promise<Listing> {
  const filter = selection.filter && await informed(reading, session, selection.filter)
  const { last, after } = selection
  let start: Start = after === undefined ? FIRST : behindId(after)
  if (last !== undefined) start = filter ? await nthMatch(reading, session, filter, last) : { last }
  const written: Written = { count: 0, span: undefined }
  // With a filter, others may match that have arrived since; without one, `last` only says where it begins.
  const most = filter && last !== undefined ? last : Number.MAX_SAFE_INTEGER
  const next: Next = async from => {
    const result = await reading.slice(bytes =>
      ({ kind: 'write', session, start: from, bytes, format, filter, count: written.count, most: most - written.count }))
    if (result) note(written, result)
    return result
  }
  const result = await next(start)
  if (!result) throw new ApiError('unavailable')
  return { rev: result.rev, first: result.bytes, rest: result.next && restFrom(result.next, next, reading), written }
}

/** With what it must know of the whole session, where it looks at more than one entry. */
export async function informed (reading: Reading, session: string, filter: Filter): Promise<Filter> {
  return dependsOnSession(parse(filter.text)) ? { ...filter, flags: await flagsOf(reading, session) } : filter
}

function note (written: Written, { count, span }: Result): void {
  written.count += count
  if (span) written.span = joinedSpan(written.span, span)
}

// Where there is much room, the next slice is read while this one is taken.
async function * restFrom (start: Start, next: Next, reading: Reading): AsyncGenerator<Uint8Array> {
  reading.taken()
  let ahead: Promise<Result | undefined> | undefined = next(start)
  while (ahead) {
    const result: Result | undefined = await ahead
    const from: Start | undefined = result?.next
    ahead = from && reading.hasMuchRoom ? next(from) : undefined
    // Where nobody takes this one, nobody waits for the next.
    ahead?.catch(() => undefined)
    // Not kept in a variable: while the next slice is waited for, nothing of this one may be held.
    if (result && result.bytes.length > 0) yield movedFrom(result)
    reading.taken()
    if (from) ahead ??= next(from)
  }
}

function movedFrom (result: Result): Uint8Array {
  const { bytes } = result
  result.bytes = new Uint8Array(0)
  return bytes
}

// Read twice rather than held: nobody knows how large those are that match. The list begins with the first entry where fewer match.
async function nthMatch (reading: Reading, session: string, filter: Filter, n: number): Promise<Start> {
  let [start, left]: [Start | undefined, number] = [LAST, n]
  while (start) {
    const from: Start = start
    const result = await reading.slice(bytes => ({ kind: 'find', session, start: from, bytes, filter, left }))
    if (!result) throw new ApiError('unavailable')
    reading.taken()
    left = result.left ?? 0
    if (left === 0) return fromId(decoder.decode(result.bytes))
    start = result.next
  }
  return FIRST
}
