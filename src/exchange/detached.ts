// Copies slices of long texts, for code that keeps a slice longer than the long text.

/** A copy in memory of its own: engines keep a whole long text in memory as long as any slice of it is in use. */
export function detached (piece: string): string {
  return JSON.parse(JSON.stringify(piece)) as string
}
