// Sizes, times and moments as rows show them: short, with a point before the decimals in every language, as filters take them.

const KB = 1000

/** Of bytes; k is 1000, as in filters. */
export function sizeText (bytes: number): string {
  if (bytes < KB) return `${bytes} B`
  if (bytes < KB * KB) return `${digits(bytes / KB)} kB`
  return `${digits(bytes / KB / KB)} MB`
}

export function timeText (ms: number): string {
  if (ms < 1000) return `${digits(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`
  return minutes(ms)
}

/** Of what still runs: in whole seconds, so that it does not flicker. */
export function runningText (ms: number): string {
  return ms < 60_000 ? `${Math.max(0, Math.floor(ms / 1000))} s` : minutes(ms)
}

export const CLOCKS = ['local', 'utc', 'since'] as const
export type Clock = typeof CLOCKS[number]

/** `10:32:07.184`, or `+1.250 s` since the first. Empty where it is no date. */
export function momentText (ms: number, clock: Clock, firstMs: number): string {
  if (!isDate(ms)) return ''
  if (clock === 'since') return `${ms < firstMs ? '-' : '+'}${(Math.abs(ms - firstMs) / 1000).toFixed(3)} s`
  const date = new Date(ms)
  if (clock === 'utc') return date.toISOString().slice(-13, -1)
  const clockText = [date.getHours(), date.getMinutes(), date.getSeconds()].map(n => String(n).padStart(2, '0')).join(':')
  return `${clockText}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** With its day. */
export function wholeMoment (ms: number): string {
  return isDate(ms) ? `${new Date(ms).toLocaleString()} · ${new Date(ms).toISOString()}` : ''
}

// What a Date holds (ECMA-262, Time Values).
const MOST_MS = 8.64e15

function isDate (ms: number): boolean {
  return Math.abs(ms) <= MOST_MS
}

function minutes (ms: number): string {
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} m ${Math.floor(ms / 1000) % 60} s`
  return `${digits(ms / 3_600_000)} h`
}

function digits (value: number): string {
  return value.toFixed(value < 9.95 && !Number.isInteger(value) ? 1 : 0)
}
