// Settings of the list: the columns, their widths, the sort order, the row height, and the format of times. Everything that the header
// offers to a mouse is also available here by keyboard and touch.
import { type Signal, useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { usePage } from '../context.js'
import type { Column } from '../model/list/column.js'
import { isOwnColumn, SOURCES, type Source } from '../model/list/own-columns.js'
import { TIME_FORMATS } from '../text/moments.js'
import { columnName } from './header.js'
import { DENSITIES, useTimeFormat, useDensity } from './use-list-layout.js'
import './list-settings.css'

export function ListSettings () {
  const { columns, words } = usePage()
  return (
    <>
      <Choice name={words.listMenus.density} value={useDensity()} choices={DENSITIES.map(density => [density, words.listMenus[density]])} />
      <Choice name={words.list.clock} value={useTimeFormat()} choices={TIME_FORMATS.map(format => [format, words.list.clocks[format]])} />
      <ul class='list-panel-columns'>{columns.all.value.map(column => <ColumnSettings key={column.id} column={column} />)}</ul>
      <OwnColumnForm />
    </>
  )
}

function Choice<T extends string> ({ name, value, choices }: { name: string, value: Signal<T>, choices: [value: T, text: string][] }) {
  return (
    <fieldset class='list-choice'>
      <legend>{name}</legend>
      {choices.map(([choice, text]) => (
        <label
          key={choice}
        >
          <input type='radio' name={name} checked={value.value === choice} onChange={() => { value.value = choice }} />{text}
        </label>
      ))}
    </fieldset>
  )
}

const STEP = 20

// One column in the panel: its visibility, its width, and sorting by it.
function ColumnSettings ({ column }: { column: Column }) {
  const { columns, words } = usePage()
  const name = columnName(column, words)
  const sort = columns.sort.value
  const isUp = sort?.id === column.id && !sort.isDescending
  const isDown = sort?.id === column.id && sort.isDescending
  const sortBy = (isDescending: boolean, isNow: boolean) => () => { columns.sort.value = isNow ? null : { id: column.id, isDescending } }
  const resize = (by: number) => () => columns.resize(column, columns.widthOf(column) + by)
  return (
    <li class='list-panel-column'>
      <label>
        <input type='checkbox' checked={!columns.hidden.value.includes(column.id)} onChange={() => columns.toggle(column.id)} />
        <span class='data'>{name}</span>
      </label>
      <Small text='↑' name={`${words.listMenus.sortUp} ${name}`} isPressed={isUp} onClick={sortBy(false, isUp)} />
      <Small text='↓' name={`${words.listMenus.sortDown} ${name}`} isPressed={isDown} onClick={sortBy(true, isDown)} />
      <Small text='−' name={`${words.listMenus.narrower}: ${name}`} onClick={resize(-STEP)} />
      <Small text='+' name={`${words.listMenus.wider}: ${name}`} onClick={resize(STEP)} />
      {isOwnColumn(column.id)
        ? <Small text='×' name={`${words.listMenus.removeColumn}: ${name}`} onClick={() => columns.remove(column.id)} />
        : <span />}
    </li>
  )
}

function Small ({ text, name, isPressed, onClick }: { text: string, name: string, isPressed?: boolean, onClick: () => void }) {
  return (
    <button
      type='button' class='button list-small' title={name} aria-label={name} aria-pressed={isPressed} onClick={onClick}
    >
      {text}
    </button>
  )
}

const EXAMPLES: Record<Source, string> = { header: 'x-request-id', query: 'page', json: 'data.id', storage: 'user.id' }

// Adds a column of the person's own.
function OwnColumnForm () {
  const { columns, words: { listMenus: words } } = usePage()
  const source = useSignal<Source>('header')
  const name = useSignal('')
  const add = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (columns.add(`${source.value}:${name.value.trim()}`)) name.value = ''
  }
  return (
    <form class='list-own' onSubmit={add}>
      <p>{words.ownColumn}</p>
      <select
        class='field'
        aria-label={words.ownSource}
        value={source.value}
        onChange={event => { source.value = event.currentTarget.value as Source }}
      >
        {SOURCES.map(source => <option key={source} value={source}>{words.sources[source]}</option>)}
      </select>
      <input
        class='field mono' aria-label={words.ownName} placeholder={EXAMPLES[source.value]} value={name.value} maxLength={200}
        onInput={event => { name.value = event.currentTarget.value }}
      />
      <button type='submit' class='button framed' disabled={name.value.trim() === ''}>{words.add}</button>
    </form>
  )
}
