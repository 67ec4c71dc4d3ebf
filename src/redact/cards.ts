// Finds the numbers of payment cards, whatever their names are. A number counts if it begins and ends as cards of the large schemes do, and
// its check digit is right: one in ten other numbers with such a beginning also has a right check digit, and is replaced, too.
import { disjoint, type Edit, type Finder } from './edit.js'
import type { RedactionRules } from './rules.js'

// In a text of many numbers, the character before a number, or its first two digits, rule most out. Two digits always stand together.
// Here, and in xml.ts, no expression looks behind: older engines, which run the recorder, do not know that.
const NUMBER = /(?:^|[^\w.-])([2-6]\d(?:(?:[ +-]|%20)?\d){11,17})(?![\w-])/g
/** The beginnings of Visa, Mastercard, American Express, Diners, Discover, JCB, UnionPay and Maestro, with their lengths. */
const SCHEME = new RegExp('^(?:4(?:\\d{15}|\\d{18})|(?=\\d{16}$)(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]\\d|27[01]|2720)\\d+|3[47]\\d{13}' +
  '|3(?:0[0-5]|[68]\\d)\\d{11}|(?=\\d{16,19}$)(?:6011|64[4-9]|65\\d|62\\d|35(?:2[89]|[3-8]\\d)|50\\d|5[6-8]\\d)\\d+)$')
const JSON_LIKE = /^\s*[{[]/

/** Adds card numbers to what `find` finds, but only if the rules have the name `card-number`. */
export function withCards (find: Finder, rules: RedactionRules): Finder {
  if (!rules.isSecret('card-number')) return find
  return text => {
    const cards = cardEdits(text, rules)
    return cards.length === 0 ? find(text) : disjoint([...find(text), ...cards])
  }
}

function cardEdits (text: string, { replacement }: RedactionRules): Edit[] {
  const edits: Edit[] = []
  const inString = JSON_LIKE.test(text) ? stringsOf(text) : undefined
  NUMBER.lastIndex = 0
  for (let match = NUMBER.exec(text); match; match = NUMBER.exec(text)) {
    const [all, found = ''] = match
    const start = match.index + all.length - found.length
    if (!isCard(found.replace(/%20|\D/g, ''))) continue
    edits.push({ start, end: start + found.length, text: inString?.(start) === false ? JSON.stringify(replacement) : replacement })
  }
  return edits
}

function isCard (digits: string): boolean {
  if (!SCHEME.test(digits)) return false
  let sum = 0
  for (let n = 1; n <= digits.length; n++) {
    const digit = Number(digits[digits.length - n])
    sum += n % 2 === 1 ? digit : digit * 2 % 9 || digit
  }
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
