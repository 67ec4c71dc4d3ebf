// Finds a text in a longer one, the subject, ignoring case. The time is linear in the subject's length, whatever the text. A regular
// expression is fastest: it searches 60 MB in 10 ms; kmp-search.ts needs 200 ms. But if the text to find is long and repeats itself, like
// `aaaaaaab`, the expression starts again at every character of the subject: finding a text of 900 characters in 8 MB takes a second. For
// such texts, kmp-search.ts is used.
import { formsOf } from './escapes.js'
import { overlapOf, kmpSearch, type Find } from './kmp-search.js'

/** Up to this length, a text may be compared again at every place. */
const SHORT = 64
/** A longer text is never searched by a regular expression. */
const LONG = 1000
const MAX_OVERLAP = 8

export function literal (text: string): Find {
  return suitsExpression(text) ? byExpression(escaped(text)) : kmpSearch(text)
}

/** Tests whether a subject contains the text. */
export function contains (text: string): (subject: string) => boolean {
  const forms = formsOf(text)
  if (!forms.every(suitsExpression)) {
    const finds = forms.map(literal)
    return subject => finds.some(find => find(subject, 0) >= 0)
  }
  const expression = new RegExp(forms.map(escaped).join('|'), 'i')
  // Many fields are shorter than a word: the length check saves the call of a regular expression. Escaped forms are longer than the text.
  return subject => subject.length >= text.length && expression.test(subject)
}

/** Tests whether a subject begins with the text. */
export function begins (text: string): (subject: string) => boolean {
  const find = literal(text)
  return subject => find(subject.slice(0, text.length), 0) >= 0
}

/** Tests whether a subject equals the text. */
export function equals (text: string): (subject: string) => boolean {
  const find = literal(text)
  return subject => subject.length === text.length && find(subject, 0) >= 0
}

// A regular expression may compare each character of a subject as many times as the text overlaps itself (`aab` in `aabaab`). It may
// compare from either end.
function suitsExpression (text: string): boolean {
  return text.length <= SHORT || (text.length <= LONG && [text, reversed(text)].every(text => overlapOf(text) <= MAX_OVERLAP))
}

function reversed (text: string): string {
  return text.split('').reverse().join('')
}

function byExpression (source: string): Find {
  const expression = new RegExp(source, 'gi')
  return (subject, from) => {
    expression.lastIndex = from
    return expression.test(subject) ? expression.lastIndex : -1
  }
}

function escaped (text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
