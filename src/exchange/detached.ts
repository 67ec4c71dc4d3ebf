// Pieces of long texts, to be kept for longer than the texts.

/** The same text in memory of its own: engines keep a text whole for as long as any piece of it is kept. */
export function detached (piece: string): string {
  return JSON.parse(JSON.stringify(piece)) as string
}
