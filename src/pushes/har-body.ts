// The body of an import: turns a HAR into pushes that record it again. They are validated later.
import { hash } from 'node:crypto'
import { ApiError } from '../errors.js'
import { importHar, isRequest, type ImportedPush } from '../har/import.js'
import { listOf, parseHar } from '../har/recording.js'
import { structureOf } from '../json/structure.js'
import { TEXT_FIELDS } from '../schema/push.js'
import type { SplitPush } from './batch-body.js'
import { notJson } from './push-body.js'

// No real recording within the default BODY_LIMIT has as many: even a short request takes a thousand bytes.
const MAX_ENTRIES = 20_000

/** Request ids of entries from other tools are a hash of the body: importing it again adds no duplicates, and no two files share ids. */
export function readHar (body: Buffer): SplitPush[] {
  const source = body.toString('utf8')
  const har = parse(source)
  const entries = listOf(har.log?.entries)
  if (entries.length > MAX_ENTRIES) {
    throw new ApiError('too_large', `A recording has at most ${MAX_ENTRIES} entries; split this one`)
  }
  let room = MAX_GROWTH * source.length + SPARE_CHARS
  return importHar(har, `har-${hash('sha256', body).slice(0, 16)}`).flatMap(({ method, messageList, ...push }, n): SplitPush[] => {
    if (!isRequest(entries[n])) return [NO_REQUEST]
    room -= lengthOf(push)
    if (room < 0) return [TOO_LONG]
    const entry = { push: { ...push, method: method.toUpperCase() } }
    return messageList ? [entry, { push: { requestId: push.requestId, messages: JSON.stringify(messageList) } }] : [entry]
  })
}

const NO_REQUEST: SplitPush = { refusal: { code: 'bad_request', message: 'The entry has no request with a URL' } }

// A HAR holds the title of a page once, but every push of the page repeats it. A small file must not grow into a huge one.
const MAX_GROWTH = 4
const SPARE_CHARS = 64 * 1024
const TOO_LONG: SplitPush = {
  refusal: {
    code: 'too_large',
    message: 'This entry was refused: with it, the stored entries would take more than four times the size of the file. Many ' +
      'entries may share a page with a long title, which is stored with each of them. Split the file'
  }
}

// Parsing a body beyond these limits would take many times the memory of its text. Recordings of browsers have about ten levels, and at
// least twenty characters for each value.
const MAX_LEVELS = 1000
const MIN_CHARS_PER_VALUE = 8
const ALWAYS_ALLOWED_VALUES = 10_000
const TOO_COMPLEX = 'The body is too complex: it is nested too deeply, or has too many values for its length'

function parse (source: string) {
  const { depth, values } = structureOf(source)
  const mostValues = Math.max(ALWAYS_ALLOWED_VALUES, source.length / MIN_CHARS_PER_VALUE)
  if (depth > MAX_LEVELS || values > mostValues) throw new ApiError('bad_request', TOO_COMPLEX)
  try {
    return parseHar(source)
  } catch (error) {
    throw error instanceof SyntaxError ? notJson(source) : new ApiError('bad_request', 'The body is not a HAR: it has no log.entries')
  }
}

function lengthOf (push: Partial<Pick<ImportedPush, typeof TEXT_FIELDS[number]>> & Pick<ImportedPush, 'api'>): number {
  return TEXT_FIELDS.reduce((sum, field) => sum + (push[field]?.length ?? 0), push.api.length)
}
