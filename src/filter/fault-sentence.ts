// The faults of a filter as sentences, for commands, agents and tests. The page has its own words for them, in each language.
import type { FilterFault } from './faults.js'
import { KEY_GUIDE } from './key-guide.js'
import { keyOf } from './keys.js'

/** In characters; a longer part of the filter is cut. */
const MAX_LENGTH = 100

/** All faults in one text; each question ends a sentence. */
export function faultSentences (faults: readonly FilterFault[], literally?: string): string {
  return faults.map(fault => faultSentence(fault, literally))
    .reduce((text, next) => `${text}${text.endsWith('?') ? ' Also, ' : '; '}${next}`)
}

/** `literally`: how the caller can search for the same text literally. */
export function faultSentence ({ kind, part: whole, key = '', meant }: FilterFault, literally = 'quote it'): string {
  const part = whole.length <= MAX_LENGTH ? whole : `${whole.slice(0, MAX_LENGTH)}…`
  const advice = `to search for it as text, ${literally}`
  switch (kind) {
    case 'key': return `there is no key "${part.slice(0, part.indexOf(':'))}"${meant ? `. Did you mean "${meant}:"?` : `; ${advice}`}`
    case 'value': {
      const next = meant ? `. Did you mean "${meant}"?` : `; it takes ${valuesOf(key)}`
      return `the key "${key}" does not take "${part.slice(part.indexOf(':') + 1)}"${next}`
    }
    case 'empty':
      if (part === 'OR') return 'OR needs a term on each side'
      return part.endsWith(')') ? `"${part}" contains no term` : `"${part}" has no value`
    case 'bracket': return `"${part}" has an unmatched bracket; ${advice}`
    case 'quote': return `a quotation mark is never closed: ${part}`
    case 'foreign': return meant
      ? `"${part}" would be searched for as text. Did you mean "${meant}"${meant === '-' ? ', directly before a term' : ''}?`
      : `"${part}" would be searched for as text. Leave it out: terms next to each other must all match anyway`
    case 'expression': return `"${part}" is not a valid regular expression; ${advice}`
  }
}

function valuesOf (name: string): string {
  const key = keyOf(name)
  return key ? `${key.name === 'is' || key.name === 'verdict' ? '' : 'values such as '}${KEY_GUIDE[key.name].values}` : ''
}
