// Sizes, times and dates for people. Dates are those of the person's own clock, in a form that sorts.

/** In thousands, as DevTools has it. */
export function sizeText (bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${fixed(bytes / 1000)} kB`
  return `${fixed(bytes / 1_000_000)} MB`
}

export function durationText (ms: number): string {
  if (ms < 1000) return `${fixed(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`
  const minutes = Math.floor(ms / 60_000)
  return `${minutes} min ${Math.round((ms - minutes * 60_000) / 1000)} s`
}

/** `2026-11-21 10:32:07`; the text of the number where there is no such date. */
export function dateOf (ms: number): string {
  return isDate(ms) ? `${dayOf(ms)} ${clockOf(ms).slice(0, 8)}` : String(ms)
}

/** `2026-11-21 10:32:07.184 UTC+1`, for where it must not be mistaken. */
export function exactDateOf (ms: number): string {
  return isDate(ms) ? `${dayOf(ms)} ${clockOf(ms)} ${zoneOf(ms)}` : String(ms)
}

/** `10:32:07.184` */
export function clockOf (ms: number): string {
  if (!isDate(ms)) return String(ms)
  const date = new Date(ms)
  return `${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

function dayOf (ms: number): string {
  const date = new Date(ms)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function zoneOf (ms: number): string {
  const minutes = -new Date(ms).getTimezoneOffset()
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`
}

function isDate (ms: number): boolean {
  return Math.abs(ms) <= 8.64e15
}

function two (n: number): string {
  return String(n).padStart(2, '0')
}

// Three digits tell enough.
function fixed (value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(value >= 10 ? 3 : 2)))
}
