// Formats times for people, in their own time zone and in a sortable form. Rows show times in the format that the person has chosen.

export const TIME_FORMATS = ['local', 'utc', 'since'] as const
export type TimeFormat = typeof TIME_FORMATS[number]

/** `10:32:07.184`, or `+1.250 s` since the first entry. Empty if it is not a date. */
export function momentText (ms: number, timeFormat: TimeFormat, firstMs: number): string {
  if (!isDate(ms)) return ''
  if (timeFormat === 'since') return `${ms < firstMs ? '-' : '+'}${(Math.abs(ms - firstMs) / 1000).toFixed(3)} s`
  return timeFormat === 'utc' ? new Date(ms).toISOString().slice(-13, -1) : clockOf(ms)
}

/** `2026-11-21 10:32:07`; the number as text if it is not a date. */
export function dateOf (ms: number): string {
  return isDate(ms) ? `${dayOf(ms)} ${clockOf(ms).slice(0, 8)}` : String(ms)
}

/** `2026-11-21 10:32:07.184 UTC+1`, if the time must be unambiguous. */
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

// The range of a Date (ECMA-262, Time Values).
const MAX_MS = 8.64e15

function isDate (ms: number): boolean {
  return Math.abs(ms) <= MAX_MS
}

function two (n: number): string {
  return String(n).padStart(2, '0')
}
