// The names of the table's columns: a press sorts. Where the columns have no room for names, a choice among them.
import type { Signal } from '@preact/signals'
import { usePage } from '../context.js'
import { API_COLUMNS, nextSort, type ApiColumn, type ApiSort } from '../model/apis/api-columns.js'

interface SortProps { sort: Signal<ApiSort | null> }

export function ApiHeader ({ sort }: SortProps) {
  return <thead role='rowgroup'><tr role='row'>{API_COLUMNS.map(column => <Head key={column} column={column} sort={sort} />)}</tr></thead>
}

function Head ({ column, sort }: SortProps & { column: ApiColumn }) {
  const { words: { apis: words } } = usePage()
  const now = sort.value?.column === column ? sort.value : undefined
  const direction = now && (now.isDescending ? 'descending' : 'ascending')
  return (
    <th role='columnheader' scope='col' class={`api-${column}`} {...direction && { 'aria-sort': direction }}>
      <button type='button' title={words.meanings[column]} onClick={() => { sort.value = nextSort(sort.peek(), column) }}>
        {words.columns[column]}{direction && <svg viewBox='0 0 8 8' aria-hidden='true'><path fill='currentColor' d={direction === 'ascending' ? 'M4 2 7 6H1Z' : 'M4 6 1 2h6Z'} /></svg>}
      </button>
    </th>
  )
}

export function SortChoice ({ sort }: SortProps) {
  const { words: { apis: words } } = usePage()
  const choose = (value: string) => {
    const column = API_COLUMNS.find(name => name === value)
    sort.value = column ? nextSort(null, column) : null
  }
  return (
    <label class='apis-sort'>{words.sort}
      <select class='field' value={sort.value?.column ?? ''} onChange={event => choose(event.currentTarget.value)}>
        <option value=''>{words.worst}</option>
        {API_COLUMNS.map(column => <option key={column} value={column}>{words.meanings[column]}</option>)}
      </select>
    </label>
  )
}
