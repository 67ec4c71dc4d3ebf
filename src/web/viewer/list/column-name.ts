// What a column is called.
import { visibleHead } from '../../../text/visible.js'
import type { Words } from '../page/words/words.js'
import type { Column } from './column.js'
import { COLUMN_IDS } from './columns.js'
import { ownName } from './own-columns.js'

export function columnName ({ id }: Pick<Column, 'id'>, words: Words): string {
  const builtIn = COLUMN_IDS.find(name => name === id)
  return builtIn ? words.list.columns[builtIn] : visibleHead(ownName(id))
}
