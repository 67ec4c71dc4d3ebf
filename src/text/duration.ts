// A duration for people, with a decimal point in every language, because filters need it. The time is rounded first, so that
// no time is shown as 1 min 60 s. A recorder with a broken clock may report any duration: above a year, only `> 1 year` is shown.

export const YEAR_MS = 31_536_000_000
export const OVER_A_YEAR = '> 1 year'

/** `0.5 ms`, `87 ms`, `2.10 s`, `1 min 59 s`, `3 h 5 min`. */
export function durationText (ms: number): string {
  if (ms > YEAR_MS) return OVER_A_YEAR
  if (ms < 9.95) return `${Number(ms.toFixed(1))} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_995) return `${(ms / 1000).toFixed(2)} s`
  return ms < 3_599_500 ? secondsText(Math.round(ms / 1000)) : minutesText(Math.round(ms / 60_000))
}

/** How long something has been running, in whole seconds, so that it does not flicker. */
export function runningText (ms: number): string {
  if (ms > YEAR_MS) return OVER_A_YEAR
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return seconds < 3600 ? secondsText(seconds) : minutesText(Math.floor(seconds / 60))
}

function secondsText (seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function minutesText (minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
