// Dates as HAR has them.

// Of the year 10000 and later the format has no way to speak.
const END_MS = Date.UTC(10_000, 0)

/** Undefined where the milliseconds since the epoch are no date of the years 1970 to 9999. */
export function isoDate (ms: number): string | undefined {
  return ms >= 0 && ms < END_MS ? new Date(ms).toISOString() : undefined
}
