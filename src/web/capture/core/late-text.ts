// A text, or a function that builds it when it is needed, so that the app does not wait for it.
import { rawHeaders } from './raw-headers.js'

export type LateText = string | ((write: typeof rawHeaders) => string)

export function lateText (text: LateText): string {
  return typeof text === 'string' ? text : text(rawHeaders)
}
