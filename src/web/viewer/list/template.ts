// The widths of the columns, as CSS's grid takes them.
import type { Column } from './column.js'
import type { ColumnChoice } from './column-choice.js'

export function templateOf (columns: readonly Column[], choice: ColumnChoice): string {
  return columns.map(column => column.id === 'name' && choice.widths.value.name === undefined
    ? `minmax(${column.minWidth}px, 1fr)`
    : `${choice.widthOf(column)}px`).join(' ')
}
