// The filter of a command line. The language takes every text, so a mistyped key would find nothing and say nothing.
import { filter, type EntryFilter } from '../filter/entry-filter.js'

export function readFilter (text = ''): EntryFilter {
  const read = filter(text)
  for (const key of read.unknownKeys) {
    process.stderr.write(`earshot: the filter language has no key ${key}: it is searched for as text (docs/filter.md)\n`)
  }
  return read
}
