// The list of requests: a grid in which only the rows in view exist. It is one tab stop; arrow keys move inside it.
import { useComputed } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { startMsOf } from '../../../exchange/outcome.js'
import { usePage } from '../context.js'
import { lazy } from '../kit/lazy.js'
import { useWindow } from '../kit/use-window.js'
import type { CellContext } from './cell.js'
import { Empty } from './empty.js'
import { Header } from './header.js'
import { Row, rowId } from './row.js'
import { spanOf, setSpan } from './span.js'
import { useCellMenu } from './use-cell-menu.js'
import { useKeys } from './use-keys.js'
import { useListLayout } from './use-list-layout.js'
import { usePlace, useScrolled } from './use-place.js'
import './list.css'
import './row.css'
import '../marks/marks.css'

const CellMenu = lazy(async () => (await import('./cell-menu.js')).CellMenu)

export function List () {
  const { rows, columns, selection, follow, survey, codes, repeats, clock, view, words } = usePage()
  const grid = useRef<HTMLDivElement>(null)
  const layout = useListLayout(grid, view.selected.value !== undefined)
  const { all, missed } = rows
  const entries = all.value
  const { hasHosts, hasCodes } = survey.findings.value
  const shown = useMemo(() => columns.shown(layout.form, layout.widthPx, [...hasHosts ? [] : ['host'], ...hasCodes ? [] : ['code']]),
    [layout.form, layout.widthPx, hasHosts, hasCodes, columns.all.value, columns.hidden.value, columns.widths.value])
  const isHostFolded = hasHosts && layout.form === 'wide' && !shown.some(({ id }) => id === 'host')
  const { anchor, onScroll } = useScrolled(layout.rowHeight)
  const held = follow.isOn.value ? rows.newestEnd.value : undefined
  const inView = useWindow({
    element: grid, count: entries.length, rowHeight: layout.rowHeight, headerHeight: layout.headerHeight, held, onScroll
  })

  const first = useComputed(() => rows.first.value)
  const firstMs = first.value ? startMsOf(first.value) : 0
  const context = useMemo<CellContext>(
    () => ({ rows, codes, repeats, nowMs: clock.nowMs, words, timeFormat: layout.timeFormat, firstMs, isHostFolded }),
    [rows, words, layout.timeFormat, firstMs, isHostFolded]
  )
  const drawn = entries.slice(inView.first, inView.first + inView.rows)
  const span = drawn.length > 0 ? spanOf(drawn) : { fromMs: 0, ms: 0, percentPerMs: 0 }
  const active = drawn.find(({ id }) => id === selection.active.value)

  // After every render, because there may be new bars; and before the list scrolls, which lays out everything that has changed.
  useLayoutEffect(() => setSpan(grid.current, span, firstMs))
  usePlace({ grid, anchor, entries, show: inView.show, layout, heightPx: inView.height })
  useKeys({ grid, pageRows: inView.page })
  const menu = useCellMenu(grid)

  return (
    <div class={`list ${layout.form}`}>
      <div
        ref={grid} class='list-grid' role='grid' tabIndex={0} aria-label={words.list.name} aria-multiselectable='true'
        aria-rowcount={entries.length + 1} aria-colcount={shown.length} aria-activedescendant={active && rowId(active)}
        style={{ '--columns': columns.template(shown, rows.last), '--height': `${layout.rowHeight}px` }}
        {...menu.on}
      >
        <Header columns={shown} spanMs={span.ms} timeFormat={layout.timeFormat} />
        <div role='rowgroup' class='list-rows' style={{ height: `${entries.length * layout.rowHeight}px` }}>
          {inView.rowsOf((index, key) => entries[index] && (
            <Row
              key={key} entry={entries[index]} index={index} top={index * layout.rowHeight} columns={shown} context={context}
              isSelected={selection.ids.value.has(entries[index].id)} isActive={entries[index] === active}
            />
          ))}
        </div>
      </div>
      {entries.length === 0 && <Empty />}
      {missed.value > 0 && (
        <button
          type='button' class='list-new' onClick={() => follow.start()}
        >
          {words.list.fresh(missed.value)}<span class='unseen'>. {words.list.follow}</span>
        </button>
      )}
      {menu.at.value && <CellMenu at={menu.at.value} close={menu.close} />}
    </div>
  )
}
