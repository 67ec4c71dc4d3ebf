// Copies slices of long texts, for code that keeps a slice longer than the long text.

/** A copy in memory of its own: engines keep a whole long text in memory as long as any slice of it is in use. */
export function detached (piece: string): string {
  return JSON.parse(JSON.stringify(piece)) as string
}

/** More different ones than a session has media types, codes and patterns. */
const MOST = 2000
const copies = new Map<string, string>()

/** One copy for all equal pieces: for short texts that most entries have in common. */
export function shared (piece: string): string {
  const known = copies.get(piece)
  if (known !== undefined) return known
  if (copies.size >= MOST) copies.clear()
  const copy = detached(piece)
  copies.set(copy, copy)
  return copy
}
