// Presses on rows: a click opens, with Shift it extends the selection, and the other button, or the menu key, shows what can be done with a
// cell.
import { useSignal, type ReadonlySignal } from '@preact/signals'
import type { RefObject, TargetedMouseEvent } from 'preact'
import { useRef } from 'preact/hooks'
import type { Held } from '../../../exchange/held.js'
import { usePage } from '../context.js'
import type { Column } from '../model/list/column.js'
import { columnOf } from '../model/list/columns.js'

export interface MenuPlace {
  x: number
  y: number
  entry: Held
  column: Column
}

type Press = TargetedMouseEvent<HTMLElement>

/** A pointer that moved farther did not press: it chose text. */
const STILL_PX = 10

export interface Presses {
  at: ReadonlySignal<MenuPlace | undefined>
  down: (event: Press) => void
  press: (event: Press) => void
  open: (event: Press) => void
  close: (isBack: boolean) => void
}

export function useCellMenu (grid: RefObject<HTMLElement | null>): Presses {
  const at = useSignal<MenuPlace | undefined>(undefined)
  const { rows: { all }, selection, follow } = usePage()
  const pressed = useRef<{ entry: Held, x: number, y: number } | undefined>(undefined)
  const entryAt = (row: Element) => all.peek()[Number(row.getAttribute('aria-rowindex')) - 2]

  return {
    at,
    down ({ target, clientX, clientY }) {
      const row = rowOf(target)
      const entry = row && entryAt(row)
      pressed.current = entry && { entry, x: clientX, y: clientY }
    },
    press (event) {
      const row = rowOf(event.target)
      // The list may have moved on under the pointer: what was pressed is meant.
      const { entry = row && entryAt(row), x = event.clientX, y = event.clientY } = pressed.current ?? {}
      pressed.current = undefined
      if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) return
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
    close (isBack) {
      at.value = undefined
      if (isBack) grid.current?.focus()
    }
  }
}

function rowOf (target: EventTarget | null): Element | undefined {
  return target instanceof Element ? target.closest('.list-rows > [role=row]') ?? undefined : undefined
}
