// Dates in the format of HAR.

// The format cannot write the year 10000 and later.
const END_MS = Date.UTC(10_000, 0)

/** Undefined if the milliseconds since the epoch are not a date in the years 1970 to 9999. */
export function isoDate (ms: number): string | undefined {
  return ms >= 0 && ms < END_MS ? new Date(ms).toISOString() : undefined
}
