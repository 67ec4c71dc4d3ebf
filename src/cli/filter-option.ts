// The filter of a command line. The language accepts every text, so a mistyped key would silently find nothing: commands refuse it.
import { Option } from 'commander'
import type { Codes } from '../exchange/outcome.js'
import { filter, type EntryFilter, type FilterOptions as FilterContext } from '../filter/entry-filter.js'
import { faultSentence } from '../filter/fault-sentence.js'
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
  return new Option('--text <text>', 'only requests that contain this text literally')
}

/** Throws a Failure if the filter has a likely mistake. `looksAtOne`: the command sees one entry after the other. */
export function readFilter (
  { filter: text = '', text: literal, okCodes: codes }: FilterOptions, { looksAtOne = false } = {}
): EntryFilter {
  const typed = strictFilter(text, { codes })
  const read = literal === undefined ? typed : bounded(filter(withText(text, literal), { codes }))
  if (looksAtOne && read.needsSession) {
    throw usageFailure(
      'is:duplicate and is:n+1 need the whole session, which this command does not read; use earshot export for them'
    )
  }
  return read
}

/** The same for a caller that has only the text of a filter. The time of its regular expressions is limited. */
export function strictFilter (text: string, context: FilterContext = {}): EntryFilter {
  const typed = filter(text, context)
  if (typed.faults.length === 0) return bounded(typed)
  const sentences = typed.faults.map(fault => faultSentence(fault, 'use --text or quote it'))
  throw usageFailure(`The filter is not clear: ${sentences.join('; ')}`)
}

function withText (text: string, literal: string): string {
  const sought = print({ type: 'text', value: { type: 'quoted', text: literal, exact: false } })
  return text.trim() ? `(${text}) ${sought}` : sought
}
