// A list as JSON text, in small chunks however large its entries are: a slow reader holds its page once, and not once more as text.
import type { Entry } from '../schema/entry.js'

export interface ListFormat {
  type: string
  open: string
  between: string
  close: string
  empty: string
}

export const JSON_ARRAY: ListFormat = { type: 'application/json; charset=utf-8', open: '[', between: ',', close: ']', empty: '[]' }
/** One entry a line. */
export const NDJSON: ListFormat = { type: 'application/x-ndjson; charset=utf-8', open: '', between: '\n', close: '\n', empty: '' }

const CHUNK_CHARACTERS = 64 * 1024

/**
 * Empties each page as soon as it is text, and each text as it is taken: while the next page is waited for, nothing of the one before
 * may be held. `onTaken` is called when the reader has taken a chunk and wants the next.
 */
export async function * jsonList (pages: AsyncIterable<Partial<Entry>[]>, format: ListFormat, onTaken: () => void): AsyncGenerator<string> {
  let opening = format.open
  let isEmpty = true
  for await (const page of pages) {
    const chunks = textOf(page.splice(0), format.between)
    for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) {
      yield opening + chunk
      opening = ''
      isEmpty = false
      onTaken()
    }
    if (!isEmpty) opening = format.between
  }
  yield isEmpty ? format.empty : format.close
}

/** One entry as JSON text. */
export async function * jsonEntry (entry: Entry): AsyncGenerator<string> {
  yield * textOf([entry], '')
}

/** A text in short chunks. */
export function * chunksOf (text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) yield text.slice(at, at + CHUNK_CHARACTERS)
}

function textOf (page: Partial<Entry>[], between: string): string[] {
  const chunks: string[] = []
  let text = ''
  for (const [n, entry] of page.entries()) {
    if (n > 0) text += between
    for (const part of jsonParts(entry)) {
      text += part
      if (text.length < CHUNK_CHARACTERS) continue
      chunks.push(text)
      text = ''
    }
  }
  return text === '' ? chunks : [...chunks, text]
}

// JSON.stringify(entry), in parts where a text is long. Half a surrogate pair at the end of a part becomes an escape, which says the same.
function * jsonParts (entry: Partial<Entry>): Generator<string> {
  if (!Object.values(entry).some(value => typeof value === 'string' && value.length > CHUNK_CHARACTERS)) {
    yield JSON.stringify(entry)
    return
  }
  let opening = '{'
  for (const [name, value] of Object.entries(entry)) {
    yield `${opening}${JSON.stringify(name)}:`
    opening = ','
    if (typeof value !== 'string') yield JSON.stringify(value)
    else yield * stringParts(value)
  }
  yield '}'
}

function * stringParts (text: string): Generator<string> {
  yield '"'
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) yield JSON.stringify(text.slice(at, at + CHUNK_CHARACTERS)).slice(1, -1)
  yield '"'
}
