// What a saved page says of itself, beside its entries: shapes only.

export interface SavedAbout {
  /** The version of Earshot. */
  version: string
  session: string
  /** When it was saved, in milliseconds since the epoch. */
  savedMs: number
  /** Not the whole session: what a filter or a person chose of it. */
  isPart: boolean
  /** Whether values of the usual names were replaced, or kept. */
  secrets: 'redact' | 'keep'
}

/** The last of a saved page: without it, the file was cut. */
export interface SavedEnd {
  entries: number
  /** Screenshots that had no room. */
  leftOut: number
}

/** What is known of a screenshot, whose bytes stand beside it. */
export interface SavedScreenshotFacts {
  id: string
  type: string
  size: number
  timestamp: number
}
