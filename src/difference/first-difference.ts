// Where two texts begin to differ. For texts that are not compared in detail, only this is reported.

/** In characters: the length of the beginning that both have. */
export function firstDifference (a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}
