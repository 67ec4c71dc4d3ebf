// Counts the bytes of pushes that were read, and the pushes that were refused, including those that the store refused.
import { API_ERROR_CODES, type ApiErrorCode } from '../errors.js'

export class PushTally {
  /** The bytes of bodies that were read to their end, accepted or not. */
  bodyBytes = 0
  readonly refused = Object.fromEntries(API_ERROR_CODES.map(code => [code, 0])) as Record<ApiErrorCode, number>
}
