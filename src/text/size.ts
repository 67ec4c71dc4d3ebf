// Sizes in bytes as a person reads them: in thousands, as DevTools and filters have them, and with a point before the decimals in every
// language.

const UNITS = ['B', 'kB', 'MB', 'GB']

/** `15 B`, `1.2 kB`, `12.3 kB`, `123 kB`. */
export function sizeText (bytes: number): string {
  let size = bytes
  let unit = 0
  for (; rounded(size) >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000
  return `${rounded(size)} ${UNITS[unit]}`
}

/** Three digits tell enough. */
function rounded (size: number): number {
  return size >= 100 ? Math.round(size) : Number(size.toPrecision(size >= 10 ? 3 : 2))
}
