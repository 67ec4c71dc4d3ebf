// What a column is called.
import type { Words } from '../words/words.js'
import type { Column } from '../model/list/column.js'
import { COLUMN_IDS } from '../model/list/columns.js'
import { ownName } from '../model/list/own-columns.js'
import { visible } from '../text/visible.js'

export function columnName ({ id }: Pick<Column, 'id'>, words: Words): string {
  const builtIn = COLUMN_IDS.find(name => name === id)
  return builtIn ? words.list.columns[builtIn] : visible(ownName(id))
}
