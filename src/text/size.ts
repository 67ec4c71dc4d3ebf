// Sizes in bytes for people: in steps of 1000, as in DevTools and filters, and with a decimal point in every
// language.

const UNITS = ['B', 'kB', 'MB', 'GB']

/** `15 B`, `1.2 kB`, `12.3 kB`, `123 kB`. */
export function sizeText (bytes: number): string {
  let size = bytes
  let unit = 0
  for (; rounded(size) >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000
  return `${rounded(size)} ${UNITS[unit]}`
}

/** Three digits are enough. */
function rounded (size: number): number {
  return size >= 100 ? Math.round(size) : Number(size.toPrecision(size >= 10 ? 3 : 2))
}
