// A session as the text of a HAR, piece by piece, so that it never has to be in memory as a whole. Secrets are replaced unless the caller
// keeps them, because people share HAR files.
import { redactEntry } from '../redact/entry-redactor.js'
import type { FullEntry } from '../schema/entry.js'
import { NO_DATE, PAGE_ID, harEntryOf } from './har-entry.js'
import { isoDate } from './iso-date.js'

export interface HarOptions {
  /** The title of the page that all entries belong to. */
  title: string
  /** The version of Earshot. */
  version: string
  /** `redact` by default: values with the usual names of secrets are replaced in every field, `_earshot` included. */
  secrets?: 'redact' | 'keep'
}

/** The pieces: the head, each entry, with `between` between two of them, and the tail. */
export interface HarWriter {
  /** @param startMs when the first entry started, in milliseconds since the epoch */
  head: (startMs?: number) => string
  entry: (entry: FullEntry) => string
  between: string
  tail: string
}

export function createHarWriter ({ title, version, secrets = 'redact' }: HarOptions): HarWriter {
  return {
    head: startMs => {
      const page = { startedDateTime: isoDate(startMs ?? 0) ?? NO_DATE, id: PAGE_ID, title, pageTimings: { onContentLoad: -1, onLoad: -1 } }
      const creator = JSON.stringify({ name: 'Earshot', version })
      return `{"log":{"version":"1.2","creator":${creator},"pages":[${JSON.stringify(page)}],"entries":[\n`
    },
    // Secrets are replaced in the entry first, and everything else is derived from it, so that no secret gets in another way.
    entry: entry => JSON.stringify(harEntryOf(secrets === 'keep' ? entry : redactEntry(entry))),
    between: ',\n',
    tail: '\n]}}\n'
  }
}
