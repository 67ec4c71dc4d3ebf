// One column in the panel: whether it is shown, its width, and sorting by it.
import { usePage } from '../context.js'
import type { Column } from '../model/list/column.js'
import { columnName } from './column-name.js'
import { isOwnColumn } from '../model/list/own-columns.js'

const STEP = 20

export function ColumnSettings ({ column }: { column: Column }) {
  const { columns, words } = usePage()
  const name = columnName(column, words)
  const sort = columns.sort.value
  const isUp = sort?.id === column.id && !sort.isDescending
  const isDown = sort?.id === column.id && sort.isDescending
  const sortBy = (isDescending: boolean, isNow: boolean) => () => { columns.sort.value = isNow ? null : { id: column.id, isDescending } }
  const resize = (by: number) => () => columns.resize(column, columns.widthOf(column) + by)
  return (
    <li class='list-panel-column'>
      <label><input type='checkbox' checked={!columns.hidden.value.includes(column.id)} onChange={() => columns.toggle(column.id)} /><span class='data'>{name}</span></label>
      <Small text='↑' name={`${words.list.sortUp} ${name}`} isPressed={isUp} onClick={sortBy(false, isUp)} />
      <Small text='↓' name={`${words.list.sortDown} ${name}`} isPressed={isDown} onClick={sortBy(true, isDown)} />
      <Small text='−' name={`${words.list.narrower}: ${name}`} onClick={resize(-STEP)} />
      <Small text='+' name={`${words.list.wider}: ${name}`} onClick={resize(STEP)} />
      {isOwnColumn(column.id)
        ? <Small text='×' name={`${words.list.removeColumn}: ${name}`} onClick={() => columns.remove(column.id)} />
        : <span />}
    </li>
  )
}

function Small ({ text, name, isPressed, onClick }: { text: string, name: string, isPressed?: boolean, onClick: () => void }) {
  return <button type='button' class='button list-small' title={name} aria-label={name} aria-pressed={isPressed} onClick={onClick}>{text}</button>
}
