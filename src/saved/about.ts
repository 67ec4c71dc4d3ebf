// The facts that a saved page has about itself, besides its entries: types only.

export interface SavedAbout {
  /** The version of Earshot. */
  version: string
  session: string
  /** When it was saved, in milliseconds since the epoch. */
  savedMs: number
  /** Whether it is only a part of the session, chosen by a filter or a person. */
  isPart: boolean
  /** Whether values with the usual names of secrets were replaced, or kept. */
  secrets: 'redact' | 'keep'
}

/** The last block of a saved page: if it is missing, the file was cut. */
export interface SavedEnd {
  entries: number
  /** How many screenshots had no room. */
  leftOut: number
}

/** The facts about a screenshot, stored beside its bytes. */
export interface SavedScreenshotFacts {
  id: string
  type: string
  size: number
  timestamp: number
}
