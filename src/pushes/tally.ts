// Counts of pushes outside the store: the bytes that are read, and the refusals, those by the store included.
import { API_ERROR_CODES, type ApiErrorCode } from '../errors.js'

export class PushTally {
  /** The bytes of bodies that were read to their end, accepted or not. */
  bodyBytes = 0
  readonly refused = Object.fromEntries(API_ERROR_CODES.map(code => [code, 0])) as Record<ApiErrorCode, number>
}
