// Dragging the edge of a column's name.
import type { TargetedMouseEvent, TargetedPointerEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { usePage } from '../context.js'
import type { Column } from '../model/list/column.js'

export function useResize (column: Column) {
  const { columns } = usePage()
  const drag = useRef<{ x: number, width: number } | undefined>(undefined)
  return {
    onPointerDown (event: TargetedPointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? column.width }
      event.preventDefault()
    },
    onPointerMove ({ clientX }: TargetedPointerEvent<HTMLElement>) {
      if (drag.current) columns.resize(column, drag.current.width + clientX - drag.current.x)
    },
    onLostPointerCapture () { drag.current = undefined },
    onDblClick (event: TargetedMouseEvent<HTMLElement>) {
      event.stopPropagation()
      columns.resetWidth(column)
    }
  }
}
