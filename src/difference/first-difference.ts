// Where two texts begin to differ: all that is said about texts that are not compared in detail.

/** In characters: the length of the beginning that both have. */
export function firstDifference (a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}
