// Which columns there are, how wide, in which order the rows are; how high they are, and by which clock. All that the header does by mouse, for keyboard
// and finger too.
import type { Signal } from '@preact/signals'
import { usePage } from '../context.js'
import { ColumnSettings } from './column-settings.js'
import { CLOCKS } from '../text/figures.js'
import { OwnColumnForm } from './own-column-form.js'
import { DENSITIES, useClock, useDensity } from './use-list-layout.js'
import './list-settings.css'

export function ListSettingsPanel () {
  const { columns, words } = usePage()
  return (
    <>
      <Choice name={words.list.density} value={useDensity()} choices={DENSITIES.map(density => [density, words.list[density]])} />
      <Choice name={words.list.clock} value={useClock()} choices={CLOCKS.map(clock => [clock, words.list.clocks[clock]])} />
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
        <label key={choice}><input type='radio' name={name} checked={value.value === choice} onChange={() => { value.value = choice }} />{text}</label>
      ))}
    </fieldset>
  )
}
