// The context menu of a cell: actions on its value (filter by it, copy it, mark a code as success or failure), and actions on the request
// and the selection.
import { Fragment } from 'preact'
import { print } from '../../../filter/print.js'
import { isAppError } from '../../../exchange/app-error.js'
import { factsOf } from '../../../filter/facts.js'
import type { Query } from '../../../filter/query.js'
import { visibleHead } from '../../../text/visible.js'
import { compareItems, type RowAction } from '../compare/actions.js'
import { useCopyItems } from '../copy/items.js'
import { notThis, onlyThis } from '../model/filter/edit.js'
import { MenuItem } from '../kit/menu.js'
import { Overlay } from '../kit/popover.js'
import { useCopy, usePage } from '../context.js'
import type { MenuPlace } from './use-cell-menu.js'
import { ruleItems } from '../rules/items.js'
import { remove } from './use-keys.js'

const MAX_LENGTH = 60

export function CellMenu ({ at, close }: { at: MenuPlace, close: (isBack: boolean) => void }) {
  const { words } = usePage()
  return (
    <Overlay name={words.listMenus.menu} role='menu' at={at} close={close}>
      {useItems(at).map(
        ({ text, run, isApart, hint }) => (
          <Fragment key={text}>{isApart && <div class='menu-line' />}<MenuItem onClick={run} hint={hint}>{text}</MenuItem></Fragment>
        )
      )}
    </Overlay>
  )
}

function useItems ({ entry, column }: MenuPlace): RowAction[] {
  const page = usePage()
  const { words: { listMenus: words, marks, send }, codes, filtering, selection, marking, view, session } = page
  const copy = useCopy()
  const term = column.term(entry)
  const text = column.text(entry)
  const { code, address } = factsOf(entry)
  const filter = (query: Query) => { view.filter.value = print(query) }
  const items: (RowAction | undefined)[] = [
    term && { text: words.only(shortened(print(term))), run: () => filter(onlyThis(filtering.query.peek(), term)) },
    term && { text: words.not(shortened(print(term))), run: () => filter(notThis(filtering.query.peek(), term)) },
    text === '' ? undefined : { text: words.copyCell, run: () => copy(text) },
    column.id === 'code' && code !== undefined
      ? {
          text: codes.isSuccess(entry) ? words.isFailure(shortened(code), address.host) : words.isSuccess(shortened(code), address.host),
          run: () => codes.turn(entry)
        }
      : undefined,
    ...useCopyItems(selection.entries.value),
    ...session.isSaved ? [] : [{ text: marks.pin, run: () => marking.pin(selection.entries.peek()), isApart: true }],
    ...compareItems(page, entry),
    ...session.isSaved
      ? []
      : [
          ...isAppError(entry) ? [] : [{ text: send.open, run: () => { view.resending.value = entry } }, ...ruleItems(page, { entry })],
          { text: words.delete(selection.entries.value.length), run: () => remove(page) }
        ]
  ]
  return items.filter(item => item !== undefined)
}

function shortened (text: string): string {
  return visibleHead(text, MAX_LENGTH)
}
