// The choices above the table: how requests are grouped into rows, and, if there is no room for column headers, how the rows are sorted.
import type { Signal } from '@preact/signals'
import { usePage } from '../context.js'
import { API_COLUMNS, nextSort, type ApiColumn, type ApiSort } from '../model/apis/api-columns.js'
import { GROUPINGS, isGrouping, type Grouping } from '../model/apis/grouping.js'
import type { Words } from '../words/words.js'

interface ApisBarProps { by: Signal<Grouping>, sort: Signal<ApiSort | null> }

export function ApisBar ({ by, sort }: ApisBarProps) {
  return <div class='apis-bar'><GroupChoice by={by} /><SortChoice sort={sort} by={by.value} /></div>
}

export function nameOf (words: Words['apis'], column: ApiColumn, by: Grouping): string {
  return column === 'api' ? words.by[by] : words.columns[column]
}

export function meaningOf (words: Words['apis'], column: ApiColumn, by: Grouping): string {
  return column === 'api' && by !== 'api' ? words.by[by] : words.meanings[column]
}

function GroupChoice ({ by }: { by: Signal<Grouping> }) {
  const { words: { apis: words } } = usePage()
  const choose = (value: string) => { if (isGrouping(value)) by.value = value }
  return (
    <label class='apis-choice'>{words.groupedBy}
      <select class='field' value={by.value} onChange={event => choose(event.currentTarget.value)}>
        {GROUPINGS.map(grouping => <option key={grouping} value={grouping}>{words.by[grouping]}</option>)}
      </select>
    </label>
  )
}

function SortChoice ({ sort, by }: { sort: Signal<ApiSort | null>, by: Grouping }) {
  const { words: { apis: words } } = usePage()
  const choose = (value: string) => {
    const column = API_COLUMNS.find(name => name === value)
    sort.value = column ? nextSort(null, column) : null
  }
  return (
    <label class='apis-choice apis-sort'>{words.sort}
      <select class='field' value={sort.value?.column ?? ''} onChange={event => choose(event.currentTarget.value)}>
        <option value=''>{words.worst}</option>
        {API_COLUMNS.map(column => <option key={column} value={column}>{nameOf(words, column, by)}</option>)}
      </select>
    </label>
  )
}
