// The body of a batch (contract §11), cut into the texts of its pushes: each is read as if it had come alone, so that what is wrong with
// one of them is told of that one only.
import { ApiError, refusalOf, type Refusal } from '../errors.js'
import { isJson } from '../json/is-json.js'
import { itemTexts } from '../json/item-texts.js'
import { MOST_PUSHES } from '../schema/batch.js'
import { notJson, readJsonPush, type PushFields } from './push-body.js'

/** One of several: a push, for the schema to judge, or what is wrong with its text. `startTime`: see RestoredPush. */
export type ReadPush = { push: (PushFields & { startTime?: number }) | undefined } | { refusal: Refusal }

/** Reads a JSON array. Where an item is no JSON, the whole is none. */
export function readArray (source: string): ReadPush[] {
  const texts = itemTexts(source, MOST_PUSHES + 1)
  if (!texts && !ARRAY.test(source) && isJson(source)) throw new ApiError('bad_request', 'The body must be a JSON array of pushes')
  if (!texts) throw notJson(source)
  checkCount(texts)
  const reads = texts.map(readOne)
  if (reads.some(read => 'refusal' in read)) throw notJson(source)
  return reads
}

/** Reads JSON texts, one a line; empty lines do not count. */
export function readLines (source: string): ReadPush[] {
  const lines = lineTexts(source, MOST_PUSHES + 1)
  if (lines.length === 0) throw notJson('')
  checkCount(lines)
  return lines.map(readOne)
}

/** Reads either: a beacon cannot say which it is. */
export function readBeacon (source: string): ReadPush[] {
  return ARRAY.test(source) ? readArray(source) : readLines(source)
}

const ARRAY = /^\s*\[/

function checkCount ({ length }: string[]): void {
  if (length > MOST_PUSHES) throw new ApiError('too_large', `A batch has at most ${MOST_PUSHES} pushes; split this one`)
}

function readOne (text: string): ReadPush {
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
