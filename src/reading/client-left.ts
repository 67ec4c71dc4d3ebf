// The error that ends the work on a response when its client has left. Only routes that have not begun their response need it.
import { ApiError } from '../errors.js'

/** Its code does not matter: nobody receives it. */
export function clientLeft (): ApiError {
  return new ApiError('unavailable')
}
