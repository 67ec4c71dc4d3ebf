// Decides which columns fit into the width of the list, and how wide they are. The name and the waterfall share the width that the other
// columns leave. If the name would get too little, columns are hidden in a fixed order. If the host is hidden, the name column shows it,
// too.
import type { Column } from './column.js'
import type { BuiltIn } from './columns.js'

/** The columns that are hidden, in this order. A person's own columns are never hidden: the list then scrolls sideways. */
const HIDING_ORDER: readonly BuiltIn[] = ['host', 'start', 'number', 'waterfall', 'kind', 'code']
/** Below this, names of usual length are cut off. */
const NAME_PX = 280
/** Padding of a cell, and a pixel for rounding. */
const PADDING_PX = 17

type WidthOf = (column: Column) => number | undefined

/** `widthOf`: the width that a person chose, if any. */
export function fitting (columns: readonly Column[], widthPx: number, widthOf: WidthOf): readonly Column[] {
  let left = columns
  for (const id of HIDING_ORDER) {
    const takenPx = left.reduce((sum, column) => sum + (widthOf(column) ?? leastOf(column)), 0)
    if (takenPx <= widthPx) break
    left = left.filter(column => column.id !== id)
  }
  return left
}

function leastOf ({ id, width, minWidth }: Column): number {
  return id === 'name' ? NAME_PX : id === 'waterfall' ? minWidth : width
}

/** The columns for CSS grid. `most`: the greatest number that the column of numbers shows. */
export function gridTemplate (columns: readonly Column[], widthOf: WidthOf, most: number): string {
  const hasWaterfall = columns.some(({ id }) => id === 'waterfall')
  return columns.map(column => {
    const chosen = widthOf(column)
    if (chosen !== undefined) return `${chosen}px`
    if (column.id === 'name') return `minmax(${hasWaterfall ? NAME_PX : column.minWidth}px, 2fr)`
    if (column.id === 'waterfall') return `minmax(${column.minWidth}px, 1fr)`
    return column.id === 'number' ? `max(${column.width}px, calc(${String(most).length}ch + ${PADDING_PX}px))` : `${column.width}px`
  }).join(' ')
}
