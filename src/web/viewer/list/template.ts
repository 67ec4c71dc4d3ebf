// The widths of the columns, as CSS's grid takes them.
import type { Column } from '../model/list/column.js'
import type { ColumnChoice } from '../model/list/column-choice.js'

export function templateOf (columns: readonly Column[], choice: ColumnChoice): string {
  return columns.map(column => column.id === 'name' && choice.widths.value.name === undefined
    ? `minmax(${column.minWidth}px, 1fr)`
    : `${choice.widthOf(column)}px`).join(' ')
}
