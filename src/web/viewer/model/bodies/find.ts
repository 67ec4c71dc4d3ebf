// Where a text holds what is searched for: as it is typed, in any letter case.

/** Offsets of the first `most` places, which do not overlap; none for an empty search. */
export function findAll (text: string, sought: string, most: number, from = 0): number[] {
  const found: number[] = []
  if (sought === '') return found
  const pattern = patternOf(sought)
  pattern.lastIndex = from
  for (let match = pattern.exec(text); match && found.length < most; match = pattern.exec(text)) found.push(match.index)
  return found
}

/** Global. Without the flag `u`, which would not find half of a surrogate pair. */
export function patternOf (sought: string): RegExp {
  return new RegExp(sought.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi')
}
