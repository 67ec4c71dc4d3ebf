// Finds where a text occurs in a request, and returns it with the characters around it.
import { requestBodyOf, responseBodyOf } from '../../exchange/body.js'
import { formsOf } from '../../filter/escapes.js'
import { literal } from '../../filter/literal.js'
import type { Entry } from '../../schema/entry.js'
import { headOf, tailOf, visible } from '../../text/visible.js'

export const PLACES = [
  'url', 'request-headers', 'request-body', 'response-headers', 'response-body', 'page-params', 'note', 'storage'
] as const
export type Place = typeof PLACES[number]
export interface TextMatch { place: Place, around: string }

/** How many characters are shown before the match, and after it. */
const CHARS_AROUND = 60

/** Finds the first match in each place. Like filters, it also finds the text in the escaped forms of JSON and URLs. */
export function searchIn (text: string, places: readonly Place[]): (entry: Entry) => TextMatch[] {
  const finds = formsOf(text).map(form => ({ find: literal(form), length: form.length }))
  return entry => places.flatMap(place => {
    const subject = textIn(entry, place)
    for (const { find, length } of finds) {
      const end = find(subject, 0)
      if (end >= 0) return [{ place, around: excerpt(subject, end - length, end) }]
    }
    return []
  })
}

function excerpt (subject: string, start: number, end: number): string {
  const before = tailOf(subject.slice(Math.max(0, start - CHARS_AROUND - 1), start), CHARS_AROUND)
  const after = headOf(subject.slice(end, end + CHARS_AROUND + 1), CHARS_AROUND)
  const text = visible(before + subject.slice(start, end) + after)
  return `${start <= CHARS_AROUND ? '' : '…'}${text}${end + CHARS_AROUND >= subject.length ? '' : '…'}`
}

function textIn (entry: Entry, place: Place): string {
  switch (place) {
    case 'url': return entry.api
    case 'request-headers': return entry.requestHeader
    case 'response-headers': return entry.responseHeader
    // Skips base64, in which almost any short word would match.
    case 'request-body': return wordsIn(requestBodyOf(entry))
    case 'response-body': return wordsIn(responseBodyOf(entry))
    case 'page-params': return entry.pageParams
    case 'note': return entry.note ?? ''
    case 'storage': return entry.storage
  }
}

function wordsIn ({ text, base64 }: { text: string, base64: string | undefined }): string {
  return base64 === undefined ? text : ''
}
