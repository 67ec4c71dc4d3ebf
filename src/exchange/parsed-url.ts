// Parses a text as a URL.

/**
 * Undefined if the text is not a URL. Not URL.canParse(): after Node 20 has compiled it, it reads Latin-1 as UTF-8, and returns true for
 * texts for which new URL() throws.
 */
export function parsedUrl (text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
