// The filter of a command line. The filter language accepts every text, so a filter with a mistyped key would silently find nothing.
// Commands refuse such a filter.
import { InvalidArgumentError, Option } from 'commander'
import type { Codes } from '../exchange/outcome.js'
import { filter, type EntryFilter, type FilterOptions as FilterContext } from '../filter/entry-filter.js'
import { faultSentences } from '../filter/fault-sentence.js'
import { print } from '../filter/print.js'
import { bounded } from './bounded-filter.js'
import { usageFailure } from './failure.js'

export interface FilterOptions {
  filter?: string[] | undefined
  text?: string[] | undefined
  okCodes?: Codes | undefined
}

export function filterOption (): Option {
  return new Option(
    '-f, --filter <text>', 'only requests that match this filter, such as \'status:5xx path:/orders\'; if repeated, all filters must match'
  ).argParser((text: string, before: string[] = []) => [...before, text])
}

export function textOption (): Option {
  return new Option('--text <text>', 'only requests that contain this text literally; if repeated, they must contain all texts')
    .argParser((text: string, before: string[] = []) => {
      if (text === '') throw new InvalidArgumentError('It must not be empty: every request contains an empty text.')
      return [...before, text]
    })
}

/**
 * Matches what all of the filters and texts match. Throws a Failure if one of them has a likely mistake. `looksAtOne`: the command sees one
 * entry after the other.
 */
export function readFilter (
  { filter: typed = [], text: literals = [], okCodes: codes }: FilterOptions, { looksAtOne = false } = {}
): EntryFilter {
  // Each by itself: together, an unmatched bracket of one might match one of another.
  for (const text of typed) strictFilter(text, { codes })
  const read = bounded(filter(allOf(typed.filter(text => text.trim() !== ''), literals.map(literally)), { codes }))
  if (looksAtOne && read.needsSession) {
    throw usageFailure(
      'is:duplicate and is:n+1 compare requests with each other, but this command checks one request at a time: use earshot export'
    )
  }
  return read
}

/**
 * The same for a caller that has only the text of a filter. The time of its regular expressions is limited. `literally`: how the caller can
 * search for the same text literally.
 */
export function strictFilter (text: string, context: FilterContext = {}, literally = 'use --text or quote it'): EntryFilter {
  const typed = filter(text, context)
  if (typed.faults.length === 0) return bounded(typed)
  throw usageFailure(`Check the filter: ${faultSentences(typed.faults, literally)}`)
}

function allOf (typed: string[], literals: string[]): string {
  const isOne = typed.length + literals.length === 1
  return [...typed.map(text => isOne ? text : `(${text})`), ...literals].join(' ')
}

function literally (text: string): string {
  return print({ type: 'text', value: { type: 'quoted', text, exact: false } })
}
