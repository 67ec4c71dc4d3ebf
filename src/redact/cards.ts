// Finds the numbers of payment cards, whatever their names are. A number counts if it begins and ends as cards of the large schemes do, and
// its check digit is right: one in ten other numbers with such a beginning has that, too, and is replaced.
import { add, disjoint, type Edit, type Finder } from './edit.js'
import type { Rules } from './rules.js'

const NUMBER = /[2-6](?:(?:[ +-]|%20)?\d){12,18}(?![\w-])/g
const BEFORE = /[\w.-]/
/** The beginnings of Visa, Mastercard, American Express, Diners, Discover, JCB, UnionPay and Maestro, with their lengths. */
const SCHEME = new RegExp('^(?:4(?:\\d{15}|\\d{18})|(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]\\d|27[01]|2720)\\d+(?<=^\\d{16})|3[47]\\d{13}' +
  '|3(?:0[0-5]|[68]\\d)\\d{11}|(?:6011|64[4-9]|65\\d|62\\d|35(?:2[89]|[3-8]\\d)|50\\d|5[6-8]\\d)\\d+(?<=^\\d{16,19}))$')
const JSON_LIKE = /^\s*[{[]/

/** Also finds what `find` finds. Cards count if their name does. */
export function withCards (find: Finder, rules: Rules): Finder {
  if (!rules.isSecret('card-number')) return find
  return text => {
    const cards = cardEdits(text, rules)
    return cards.length === 0 ? find(text) : disjoint([...find(text), ...cards])
  }
}

function cardEdits (text: string, { replacement }: Rules): Edit[] {
  const edits: Edit[] = []
  const inString = JSON_LIKE.test(text) ? stringsOf(text) : undefined
  for (const { 0: found, index: start } of text.matchAll(NUMBER)) {
    const end = start + found.length
    if (BEFORE.test(text.charAt(start - 1)) || !isCard(found.replace(/%20|\D/g, ''))) continue
    add(edits, [{ start, end, text: inString?.(start) === false ? JSON.stringify(replacement) : replacement }])
  }
  return edits
}

function isCard (digits: string): boolean {
  if (!SCHEME.test(digits)) return false
  const sum = [...digits].reverse().map(Number).reduce((sum, digit, n) => sum + (n % 2 === 0 ? digit : digit * 2 % 9 || digit), 0)
  return sum % 10 === 0
}

/** Whether a place is inside a string of JSON. Asked from left to right. */
function stringsOf (json: string): (at: number) => boolean {
  const quotes = /\\[^]|"/g
  let inside = false
  let next = quotes.exec(json)
  return at => {
    for (; next && next.index < at; next = quotes.exec(json)) if (next[0] === '"') inside = !inside
    return inside
  }
}
