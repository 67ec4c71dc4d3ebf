// Hashes of texts, to compare texts without keeping them in memory: a body may have megabytes.

/** A hash of 53 bits, so that two different texts hardly ever share one. FNV-1a, twice. */
export function fingerprint (...texts: string[]): number {
  let [high, low] = [0x811c9dc5, 0x1b873593]
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      high = Math.imul(high ^ code, 0x01000193)
      low = Math.imul(low ^ code, 0x5bd1e995)
      low ^= low >>> 15
    }
    // Marks the end of a text, so that `ab`, `c` and `a`, `bc` have different fingerprints.
    high = Math.imul(high ^ 0x10000, 0x01000193)
    low = Math.imul(low ^ 0x10000, 0x5bd1e995)
  }
  return (high >>> 0) * 2 ** 21 + (low >>> 11)
}
