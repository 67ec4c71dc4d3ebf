// A text as a URL.

/**
 * Undefined where it is none. Not by URL.canParse(): once Node 20 has compiled it, it takes Latin-1 for UTF-8, and says yes where new URL()
 * throws.
 */
export function parsedUrl (text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
