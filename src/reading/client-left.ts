// The error that ends the work on a reply when its client has left. Only routes that have not begun their reply need it.
import { ApiError } from '../errors.js'

/** Nobody receives this. */
export function clientLeft (): ApiError {
  return new ApiError('unavailable')
}
