// Moments as rows show them: short, by the clock that was chosen.

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
