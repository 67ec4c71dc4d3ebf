// The comparison actions that shortcuts and menus offer, with their texts.
import { addressOf } from '../../../exchange/address.js'
import type { ListedEntry } from '../../../exchange/held.js'
import { tailOf, visible } from '../../../text/visible.js'
import type { PageContext } from '../context.js'
import { compareWith, goodFor, openComparison, openFor, picked } from '../model/compare/choose.js'
import { loadWords, words } from '../words/words.js'

export { openComparison }

/** An item in the menu of a row. */
export interface RowAction {
  text: string
  run: () => void
  /** Whether a line separates it from the item before it. */
  isApart?: boolean
  /** The shortcut. */
  hint?: string
}

const MAX_PATH_LENGTH = 40

/** Picks the active entry, so that other entries are compared with it. */
export function pick ({ selection, toasts }: PageContext): void {
  const id = selection.active.peek()
  if (id === undefined) return
  picked.value = id
  loadWords().then(() => toasts.show(words.peek().compare.pickedHint), () => {})
}

/** The items for the menu of a row. */
export function compareItems (page: PageContext, entry: ListedEntry): RowAction[] {
  const { compare: texts } = words.peek()
  const { selection, session } = page
  const other = session.entries.peek().find(({ id }) => id === picked.peek() && id !== entry.id)
  const items: (RowAction | false | undefined)[] = [
    selection.entries.peek().length === 2 && { text: texts.these, run: () => openComparison(page), isApart: true },
    goodFor(page, entry) && { text: texts.lastGood, run: () => openFor(page, entry), isApart: true },
    other && { text: texts.withPicked(nameOf(other)), run: () => compareWith(page, entry.id, other.id), isApart: true },
    { text: texts.pick, run: () => pick(page) }
  ]
  return items.filter(item => typeof item === 'object')
}

function nameOf (entry: ListedEntry): string {
  const { path } = addressOf(entry)
  return visible(`${entry.method} ${path.length > MAX_PATH_LENGTH ? `…${tailOf(path, MAX_PATH_LENGTH)}` : path}`)
}
