// Which columns there are, how wide, in which order the rows are; how high they are, and by which clock. All that the header does by mouse, for keyboard
// and finger too.
import type { Signal } from '@preact/signals'
import { usePage } from '../page/page.js'
import type { Words } from '../page/words/words.js'
import { ColumnSettings } from './column-settings.js'
import { CLOCKS } from './figures.js'
import { OwnColumnForm } from './own-column-form.js'
import { Popover } from './popover.js'
import { DENSITIES, useClock, useDensity } from './use-list-layout.js'
import './list-settings.css'

export function ListSettings () {
  const { words } = usePage()
  return <Popover name={words.list.settings} icon={COLUMNS}>{() => <Panel words={words} />}</Popover>
}

const COLUMNS = <svg viewBox='0 0 16 16' aria-hidden='true'><path fill='none' stroke='currentColor' stroke-width='1.4' d='M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9' /></svg>

function Panel ({ words }: { words: Words }) {
  const { rows } = usePage()
  return (
    <>
      <Choice name={words.list.density} value={useDensity()} choices={DENSITIES.map(density => [density, words.list[density]])} />
      <Choice name={words.list.clock} value={useClock()} choices={CLOCKS.map(clock => [clock, words.list.clocks[clock]])} />
      <ul class='list-panel-columns'>{rows.columns.all.value.map(column => <ColumnSettings key={column.id} column={column} />)}</ul>
      <OwnColumnForm />
    </>
  )
}

function Choice<T extends string> ({ name, value, choices }: { name: string, value: Signal<T>, choices: [value: T, text: string][] }) {
  return (
    <fieldset class='list-choice'>
      <legend>{name}</legend>
      {choices.map(([choice, text]) => (
        <label key={choice}><input type='radio' name={name} checked={value.value === choice} onChange={() => { value.value = choice }} />{text}</label>
      ))}
    </fieldset>
  )
}
