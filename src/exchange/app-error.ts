// An entry that is an error in the app instead of a request. The recorder of a page reports such errors if the page asks for it.
import type { Entry } from '../schema/entry.js'

export function isAppError ({ via }: Pick<Entry, 'via'>): boolean {
  return via === 'error'
}
