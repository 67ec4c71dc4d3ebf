// The error for a body, or a part of one, that exceeds its limit: it says what the limit is, and which setting raises it.
import { ApiError } from '../errors.js'

/** `setting`: not given if the limit is fixed. */
export function tooLarge (what: string, limitBytes: number, setting?: string): ApiError {
  const source = setting === undefined ? '' : ` (${setting})`
  return new ApiError('too_large', `${what} is larger than the limit of ${inUnits(limitBytes)}${source}`)
}

const UNITS: [name: string, bytes: number][] = [['GiB', 1024 ** 3], ['MiB', 1024 ** 2], ['KiB', 1024]]

/** The exact size, in the largest unit that needs no fraction. */
function inUnits (bytes: number): string {
  const [name, unit] = UNITS.find(([, unit]) => bytes % unit === 0) ?? ['bytes', 1]
  return `${bytes / unit} ${name}`
}
