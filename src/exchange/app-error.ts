// An entry that is no request: an error in the app, which the recorder of a page tells if it is asked to.
import type { Entry } from '../schema/entry.js'

export function isAppError ({ via }: Pick<Entry, 'via'>): boolean {
  return via === 'error'
}
