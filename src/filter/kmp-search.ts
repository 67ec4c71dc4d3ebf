// The search of Knuth, Morris and Pratt: it reads each character of the subject once, even if the text to find repeats itself. After a
// mismatch, it continues with the longest prefix of this text that still matches.
import { foldedOf, folds } from './fold.js'

/** The index after the first match from `from` on; -1 if there is none. */
export type Find = (subject: string, from: number) => number

export function kmpSearch (text: string): Find {
  const letters = foldedOf(text)
  const borders = bordersOf(letters)
  const folded = folds()
  return (subject, from) => {
    let found = 0
    for (let at = from; at < subject.length && found < letters.length; at++) {
      const letter = folded[subject.charCodeAt(at)]
      while (found > 0 && letters[found] !== letter) found = borders[found - 1] ?? 0
      if (letters[found] === letter) found++
      if (found === letters.length) return at + 1
    }
    return letters.length === 0 ? from : -1
  }
}

/** The most places at which a prefix of the text overlaps itself; two in `aaa`. */
export function overlapOf (text: string): number {
  const overlaps: number[] = []
  for (const border of bordersOf(foldedOf(text))) overlaps.push(border > 0 ? (overlaps[border - 1] ?? 0) + 1 : 0)
  return overlaps.reduce((most, overlap) => Math.max(most, overlap), 0)
}

/** The failure table of the search: for each prefix, the length of its longest proper prefix that is also its suffix. */
function bordersOf (letters: Uint16Array): Uint32Array {
  const borders = new Uint32Array(letters.length)
  let border = 0
  for (let at = 1; at < letters.length; at++) {
    while (border > 0 && letters[at] !== letters[border]) border = borders[border - 1] ?? 0
    if (letters[at] === letters[border]) border++
    borders[at] = border
  }
  return borders
}
