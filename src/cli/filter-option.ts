// The filter of a command line. The language takes every text, so a mistyped key would find nothing and say nothing.
import { usageFailure } from './failure.js'
import { filter, type EntryFilter } from '../filter/entry-filter.js'

/** `looksAtOne`: the command sees one entry after the other. */
export function readFilter (text = '', { looksAtOne = false } = {}): EntryFilter {
  const read = filter(text)
  if (looksAtOne && read.needsSession) throw usageFailure('is:duplicate and is:n+1 are told from the whole session, which this command does not have; earshot export takes them')
  for (const key of read.unknownKeys) {
    process.stderr.write(`earshot: the filter language has no key ${key}: it is searched for as text (docs/filter.md)\n`)
  }
  return read
}
