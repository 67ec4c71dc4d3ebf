// Splits the body of a batch into the texts of its pushes. Each is parsed as if it had come alone, so that an error in
// one of them is reported only for that one.
import { ApiError, refusalOf, type Refusal } from '../errors.js'
import { isJson } from '../json/is-json.js'
import { itemTexts } from '../json/item-texts.js'
import { MAX_PUSHES } from '../schema/batch.js'
import type { MessagesPush } from '../store/message-codec.js'
import { notJson, readJsonPush, type MessagesFields, type PushFields } from './push-body.js'

/**
 * A push that was read: the fields of an entry, which are not validated yet (undefined if the text is not an object), or valid messages,
 * or why it is refused. `startTime`: see RestoredPush.
 */
export type ReadPush = { push: (PushFields & { startTime?: number }) | undefined } | { messages: MessagesPush } | { refusal: Refusal }

/** A ReadPush that reader.ts has not processed yet: its messages are not validated, and its secrets not replaced. */
export type SplitPush = { push: PushFields | MessagesFields | undefined } | { refusal: Refusal }

/** Reads a JSON array. If one item is not JSON, the whole body is not JSON. */
export function readArray (source: string): SplitPush[] {
  const texts = itemTexts(source, MAX_PUSHES + 1)
  if (!texts && !ARRAY.test(source) && isJson(source)) throw new ApiError('bad_request', 'The body must be a JSON array of pushes')
  if (!texts) throw notJson(source)
  checkCount(texts)
  const reads = texts.map(readOne)
  if (reads.some(read => 'refusal' in read)) throw notJson(source)
  return reads
}

/** Reads JSON texts, one per line; empty lines do not count. */
export function readLines (source: string): SplitPush[] {
  const lines = lineTexts(source, MAX_PUSHES + 1)
  if (lines.length === 0) throw notJson('')
  checkCount(lines)
  return lines.map(readOne)
}

/** Reads both formats, because a beacon cannot declare which one it sends. */
export function readBeacon (source: string): SplitPush[] {
  return ARRAY.test(source) ? readArray(source) : readLines(source)
}

const ARRAY = /^\s*\[/

function checkCount ({ length }: string[]): void {
  if (length > MAX_PUSHES) throw new ApiError('too_large', `A batch has at most ${MAX_PUSHES} pushes; split this one`)
}

function readOne (text: string): SplitPush {
  try {
    return { push: readJsonPush(text) }
  } catch (error) {
    if (error instanceof ApiError) return { refusal: refusalOf(error) }
    throw error
  }
}

function lineTexts (source: string, most: number): string[] {
  const lines: string[] = []
  for (let start = 0; start < source.length && lines.length < most;) {
    const feed = source.indexOf('\n', start)
    const end = feed < 0 ? source.length : feed
    const line = source.slice(start, end)
    if (line.trim() !== '') lines.push(line)
    start = end + 1
  }
  return lines
}
