// What of pushes is seen before the store: how much is read, and what is refused, by the store too.
import { API_ERROR_CODES, type ApiErrorCode } from '../errors.js'

export class PushTally {
  /** The bytes of bodies that were read to their end, whatever became of them. */
  bodyBytes = 0
  readonly refused = Object.fromEntries(API_ERROR_CODES.map(code => [code, 0])) as Record<ApiErrorCode, number>
}
