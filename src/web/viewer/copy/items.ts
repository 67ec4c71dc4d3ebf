// The copy items in the context menu of a row: they copy the selected requests, in a few formats. The menu of the open request has all
// formats.
import type { ListedEntry } from '../../../exchange/held.js'
import { usePage } from '../context.js'
import { isFormId, type FormId } from './form-list.js'
import { labelOf, useCopyAs } from './use-copy-as.js'

/** Each makes one text of several requests. */
const TOGETHER: readonly FormId[] = ['shell-script', 'python', 'postman']

interface CopyItem {
  text: string
  run: () => void
  /** Whether a line separates it from the item before it. */
  isApart: boolean
  /** The shortcut. */
  hint?: string
}

export function useCopyItems (entries: readonly ListedEntry[]): CopyItem[] {
  const { prefs, words: { copy: words } } = usePage()
  const copyAs = useCopyAs()
  const last = prefs.pref<FormId>('copy.form', 'curl-bash', isFormId).value
  const forms = entries.length > 1 ? TOGETHER : [last]
  return forms.map((id, n) => ({
    text: words.copyAs(entries.length, labelOf(words, id)),
    run: () => copyAs(id, entries),
    isApart: n === 0,
    ...id === last && { hint: 'c' }
  }))
}
