// Mouse input on rows: a click opens an entry, a Shift+click extends the selection, and a right click, or the menu key, opens the menu of a
// cell.
import { useSignal, type ReadonlySignal } from '@preact/signals'
import type { RefObject, TargetedMouseEvent, TargetedPointerEvent } from 'preact'
import { useRef } from 'preact/hooks'
import type { ListedEntry } from '../../../exchange/held.js'
import { usePage } from '../context.js'
import type { Column } from '../model/list/column.js'
import { columnOf } from '../model/list/columns.js'

export interface MenuPlace {
  x: number
  y: number
  entry: ListedEntry
  column: Column
}

type Press = TargetedMouseEvent<HTMLElement>

/** A pointer that moved farther did not click: it selected text. */
const STILL_PX = 10

export interface Presses {
  at: ReadonlySignal<MenuPlace | undefined>
  /** The handlers of the grid. */
  on: {
    onPointerDown: (event: Press) => void
    onPointerUp: (event: TargetedPointerEvent<HTMLElement>) => void
    onClick: (event: Press) => void
    onContextMenu: (event: Press) => void
  }
  close: (isBack: boolean) => void
}

export function useCellMenu (grid: RefObject<HTMLElement | null>): Presses {
  const at = useSignal<MenuPlace | undefined>(undefined)
  const { rows, selection, follow } = usePage()
  const pressed = useRef<{ entry: ListedEntry, x: number, y: number } | undefined>(undefined)
  const entryAt = (row: Element) => rows.all.peek()[Number(row.getAttribute('aria-rowindex')) - 2]

  const press = (event: Press) => {
    const row = rowOf(event.target)
    // The list may have moved under the pointer: the click counts for the row that was pressed.
    const { entry = row && entryAt(row), x = event.clientX, y = event.clientY } = pressed.current ?? {}
    pressed.current = undefined
    if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) return
    if (!entry) return
    if (event.shiftKey) selection.extend(entry.id)
    else selection.open(entry.id)
    follow.moved(rows.isNewest(selection.index))
  }

  return {
    at,
    on: {
      onPointerDown ({ target, clientX, clientY, button }) {
        const row = button === 0 ? rowOf(target) : undefined
        const entry = row && entryAt(row)
        pressed.current = entry && { entry, x: clientX, y: clientY }
      },
      onPointerUp (event) {
        const last = pressed.current
        // Browsers send no click if the pressed row was moved within the document, which happens when the list scrolls far meanwhile. The
        // click of a mouse follows at once, that of a finger later.
        if (last && event.pointerType === 'mouse') setTimeout(() => { if (pressed.current === last) press(event) })
      },
      onClick: press,
      onContextMenu (event) {
        // From the keyboard, the menu is for the active row.
        const row = rowOf(event.target) ?? grid.current?.querySelector('.list-row.active')
        const entry = row && entryAt(row)
        if (!row || !entry) return
        event.preventDefault()
        pressed.current = undefined
        const cell = event.target instanceof Element ? event.target.closest('[data-column]') : null
        const column = columnOf(cell?.getAttribute('data-column') ?? 'name')
        if (!column) return
        if (!selection.ids.peek().has(entry.id)) selection.select(entry.id)
        const box = (cell ?? row).getBoundingClientRect()
        const isPointer = cell !== null && event.clientX > 0
        at.value = { entry, column, x: isPointer ? event.clientX : box.left + 24, y: isPointer ? event.clientY : box.bottom }
      }
    },
    close (isBack) {
      at.value = undefined
      if (isBack) grid.current?.focus()
    }
  }
}

function rowOf (target: EventTarget | null): Element | undefined {
  return target instanceof Element ? target.closest('.list-rows > [role=row]') ?? undefined : undefined
}
