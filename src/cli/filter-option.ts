// The filter of a command line. The language takes every text, so a mistyped key would find nothing and say nothing: commands refuse it.
import { Option } from 'commander'
import type { Codes } from '../exchange/outcome.js'
import { filter, type EntryFilter, type Fault, type FilterOptions as FilterContext } from '../filter/entry-filter.js'
import { KEY_GUIDE } from '../filter/key-guide.js'
import { keyOf } from '../filter/keys.js'
import { print } from '../filter/print.js'
import { bounded } from './bounded-filter.js'
import { usageFailure } from './failure.js'

export interface FilterOptions {
  filter?: string | undefined
  text?: string | undefined
  okCodes?: Codes | undefined
}

export function filterOption (): Option {
  return new Option('-f, --filter <text>', 'only requests that match, in the filter language: \'status:5xx path:/orders\'')
}

export function textOption (): Option {
  return new Option('--text <text>', 'only requests that have this text, letter for letter, whatever it looks like')
}

/** Ends with a sentence where the filter hardly means what it says. `looksAtOne`: the command sees one entry after the other. */
export function readFilter ({ filter: text = '', text: literal, okCodes: codes }: FilterOptions, { looksAtOne = false } = {}): EntryFilter {
  const typed = strictFilter(text, { codes })
  const read = literal === undefined ? typed : bounded(filter(withText(text, literal), { codes }))
  if (looksAtOne && read.needsSession) {
    throw usageFailure(
      'is:duplicate and is:n+1 are told from the whole session, which this command does not have; earshot export takes them'
    )
  }
  return read
}

/** Likewise, for those who have a filter and nothing else. Its regular expressions are limited in time. */
export function strictFilter (text: string, context: FilterContext = {}): EntryFilter {
  const typed = filter(text, context)
  if (typed.faults.length > 0) throw usageFailure(`The filter is not clear: ${typed.faults.map(sentenceOf).join('; ')}`)
  return bounded(typed)
}

function withText (text: string, literal: string): string {
  const sought = print({ type: 'text', value: { type: 'quoted', text: literal, exact: false } })
  return text.trim() ? `(${text}) ${sought}` : sought
}

const LONGEST = 100

function valuesOf (name: string): string {
  const key = keyOf(name)
  return key ? KEY_GUIDE[key.name].values : ''
}

function sentenceOf ({ kind, part: whole, key = '', meant }: Fault): string {
  const part = whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST)}…`
  switch (kind) {
    case 'key': return `there is no key "${part.slice(0, part.indexOf(':'))}"${meant ? `, did you mean ${meant}:?` : '; to search for it as text, use --text or quote it'}`
    case 'value': return `${key}: does not take "${part.slice(part.indexOf(':') + 1)}"${meant ? `, did you mean ${meant}?` : `; it takes ${valuesOf(key)}`}`
    case 'empty': return `${part} has no value`
    case 'bracket': return `a bracket of ${part} has no other half; to search for it as text, use --text or quote it`
    case 'quote': return `a quote in ${part} never closes`
    case 'expression': return `${part} is no regular expression; to search for it as text, use --text or quote it`
  }
}
