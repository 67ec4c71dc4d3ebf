// Parses a text as a URL. URL.canParse() cannot be used in Node 20: when V8 has optimized its calls, it reads Latin-1 as UTF-8, and
// is wrong in both directions: it returns true for texts for which new URL() throws, and false for others that are URLs.

/** Undefined if the text is not a URL. */
export function parsedUrl (text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
