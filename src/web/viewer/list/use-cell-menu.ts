// Presses on rows: a click opens, with Shift it extends the selection, and the other button, or the menu key, shows what can be done with a cell.
import { useSignal, type ReadonlySignal } from '@preact/signals'
import type { RefObject, TargetedMouseEvent } from 'preact'
import type { Entry } from '../../../schema/entry.js'
import { usePage } from '../page/page.js'
import type { Column } from './column.js'
import { columnOf } from './columns.js'

export interface MenuPlace {
  x: number
  y: number
  entry: Entry
  column: Column
}

type Press = TargetedMouseEvent<HTMLElement>

export function useCellMenu (grid: RefObject<HTMLElement | null>): { at: ReadonlySignal<MenuPlace | undefined>, press: (event: Press) => void, open: (event: Press) => void, close: () => void } {
  const at = useSignal<MenuPlace | undefined>(undefined)
  const { rows: { all, selection, follow } } = usePage()
  const entryAt = (row: Element) => all.peek()[Number(row.getAttribute('aria-rowindex')) - 2]

  return {
    at,
    press (event) {
      const row = rowOf(event.target)
      const entry = row && entryAt(row)
      if (!entry) return
      follow.stop()
      if (event.shiftKey) selection.extend(entry.id)
      else selection.open(entry.id)
    },
    open (event) {
      // From the keyboard, it is for the row where the keyboard is.
      const row = rowOf(event.target) ?? grid.current?.querySelector('.list-row.active')
      const entry = row && entryAt(row)
      if (!row || !entry) return
      event.preventDefault()
      const cell = event.target instanceof Element ? event.target.closest('[data-column]') : null
      const column = columnOf(cell?.getAttribute('data-column') ?? 'name')
      if (!column) return
      if (!selection.ids.peek().has(entry.id)) selection.select(entry.id)
      const box = (cell ?? row).getBoundingClientRect()
      const isPointer = cell !== null && event.clientX > 0
      at.value = { entry, column, x: isPointer ? event.clientX : box.left + 24, y: isPointer ? event.clientY : box.bottom }
    },
    close () {
      at.value = undefined
      grid.current?.focus()
    }
  }
}

function rowOf (target: EventTarget | null): Element | undefined {
  return target instanceof Element ? target.closest('.list-rows > [role=row]') ?? undefined : undefined
}
