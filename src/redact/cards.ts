// Finds the numbers of payment cards, whatever the names of their fields are. A number counts if its beginning and its length fit a large
// card network (Visa, Mastercard, …), and its check digit is right. Of all other numbers of this form, one in ten has a right check digit
// by chance, and is replaced, too.
import { endOfString } from '../json/scan.js'
import { add, disjoint, editsInString, type Edit, type Finder } from './edit.js'
import type { RedactionRules } from './rules.js'

// The character before a number, or its first two digits, which no separator splits, rule out most numbers of a long text. A number may
// follow an escape of JSON, which ends with a letter or a digit. Here, and in xml.ts, no expression looks behind: older engines, which run
// the recorder, do not know that.
const NUMBER = /(?:^|[^\w.-]|\\(?:[bfnrt]|u.{4}))([2-6]\d(?:(?:[ +-]|%20)?\d){11,17})(?![\w-])/g
/** The beginnings of Visa, Mastercard, American Express, Diners, Discover, JCB, UnionPay and Maestro, with their lengths. */
const SCHEME = new RegExp('^(?:4(?:\\d{15}|\\d{18})|(?=\\d{16}$)(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]\\d|27[01]|2720)\\d+|3[47]\\d{13}' +
  '|3(?:0[0-5]|[68]\\d)\\d{11}|(?=\\d{16,19}$)(?:6011|64[4-9]|65\\d|62\\d|35(?:2[89]|[3-8]\\d)|50\\d|5[6-8]\\d)\\d+)$')
const JSON_LIKE = /^\s*[{["]/

/** Adds card numbers to what `find` finds, but only if the rules have the name `card-number`. */
export function withCards (find: Finder, rules: RedactionRules): Finder {
  if (!rules.isSecret('card-number')) return find
  return text => {
    const cards = cardEdits(text, rules)
    return cards.length === 0 ? find(text) : disjoint([...find(text), ...cards])
  }
}

function cardEdits (text: string, rules: RedactionRules): Edit[] {
  const edits: Edit[] = []
  const isJson = JSON_LIKE.test(text)
  // Where the last string of JSON that was looked at begins and ends.
  let open = -1
  let close = isJson ? -1 : text.length
  NUMBER.lastIndex = 0
  for (let match = NUMBER.exec(text); match; match = NUMBER.exec(text)) {
    const [all, found = ''] = match
    const start = match.index + all.length - found.length
    if (!isCard(found.replace(/%20|\D/g, ''))) continue
    while (close < start) {
      open = text.indexOf('"', close + 1)
      close = open < 0 ? text.length : endOfString(text, open)
    }
    if (open >= 0 && open < start) {
      // The string may be JSON, too, and then a number in it needs quotes.
      add(edits, editsInString(text, open, close, value => cardEdits(value, rules)))
      NUMBER.lastIndex = close
    } else {
      edits.push({ start, end: start + found.length, text: isJson ? JSON.stringify(rules.replacement) : rules.replacement })
    }
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
