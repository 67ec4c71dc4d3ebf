// Dates as HAR has them.

// The format cannot write the year 10000 and later.
const END_MS = Date.UTC(10_000, 0)

/** Undefined where the milliseconds since the epoch are no date of the years 1970 to 9999. */
export function isoDate (ms: number): string | undefined {
  return ms >= 0 && ms < END_MS ? new Date(ms).toISOString() : undefined
}
