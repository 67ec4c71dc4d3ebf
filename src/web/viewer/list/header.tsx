// The column headers: a click sorts, dragging the edge resizes, a double click restores the default width.
import type { Signal } from '@preact/signals'
import type { TargetedMouseEvent, TargetedPointerEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { visibleHead } from '../../../text/visible.js'
import { usePage } from '../context.js'
import { Icon, SortArrow } from '../kit/icons.js'
import type { Column } from '../model/list/column.js'
import { COLUMN_IDS } from '../model/list/columns.js'
import { ownName } from '../model/list/own-columns.js'
import { TIME_FORMATS, type TimeFormat } from '../text/moments.js'
import type { Words } from '../words/words.js'
import { spanText } from './span.js'

interface HeaderProps {
  columns: readonly Column[]
  /** The time span of the waterfall. */
  spanMs: number
  timeFormat: Signal<TimeFormat>
}

export function Header ({ columns, spanMs, timeFormat }: HeaderProps) {
  return (
    <div role='row' class='list-row list-header' aria-rowindex={1}>
      {columns.map(column => <Head key={column.id} column={column} spanMs={spanMs} timeFormat={timeFormat} />)}
    </div>
  )
}

function Head ({ column, spanMs, timeFormat }: { column: Column, spanMs: number, timeFormat: Signal<TimeFormat> }) {
  const { columns, words } = usePage()
  const resize = useResize(column)
  const sort = columns.sort.value
  const direction = sort?.id !== column.id ? undefined : sort.isDescending ? 'descending' : 'ascending'
  const name = columnName(column, words)
  return (
    <div
      role='columnheader'
      class={`list-cell list-head list-${column.id.split(':')[0] ?? ''}${column.isEnd ? ' end' : ''}`}
      {...direction && { 'aria-sort': direction }}
    >
      <button type='button' tabIndex={-1} class='list-sort' title={name} onClick={() => columns.sortBy(column.id)}>
        <span class='list-head-name'>{name}</span>{direction && <SortArrow direction={direction} />}
      </button>
      {column.id === 'start' && timeFormat.value !== 'local' && <span class='list-unit'>{words.list.clocks[timeFormat.value]}</span>}
      {column.id === 'start' && (
        <button
          type='button' tabIndex={-1} class='list-clock' title={words.list.clock} aria-label={words.list.clock}
          onClick={() => next(timeFormat)}
        >
          <Icon name='clock' />
        </button>
      )}
      {column.id === 'waterfall' && spanMs > 0 && <span class='list-unit'>{spanText(spanMs)}</span>}
      <span class='list-edge' aria-hidden='true' {...resize} />
    </div>
  )
}

function next (timeFormat: Signal<TimeFormat>): void {
  timeFormat.value = TIME_FORMATS[(TIME_FORMATS.indexOf(timeFormat.peek()) + 1) % TIME_FORMATS.length] ?? 'local'
}

// The name of a column.
export function columnName ({ id }: Pick<Column, 'id'>, words: Words): string {
  const builtIn = COLUMN_IDS.find(name => name === id)
  return builtIn ? words.list.columns[builtIn] : visibleHead(ownName(id))
}

// Resizes a column by dragging the edge of its header.
function useResize (column: Column) {
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
