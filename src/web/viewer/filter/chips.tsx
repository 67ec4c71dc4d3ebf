// The kinds of requests, to be chosen among, and how many there are of each. They change the filter's text, and show what it says.
import type { ComponentChildren } from 'preact'
import { print } from '../../../filter/print.js'
import type { Query } from '../../../filter/query.js'
import { usePage } from '../context.js'
import { KIND_CHIPS, STATE_CHIPS, pressed, pressedIn, unpressed, type Chip } from '../model/filter/chip-terms.js'
import { Count } from './count.js'
import './chips.css'

/** `children`: what stands behind the count. */
export function Chips ({ children }: { children: ComponentChildren }) {
  const { filtering, survey, view, words } = usePage()
  const query = filtering.query.value
  const { chips } = pressedIn(query)
  const { counts } = survey.findings.value
  const filter = (query: Query) => { view.filter.value = print(query) }
  const choose = (chip: Chip) => (event: MouseEvent) => filter(pressed(query, chip, event.ctrlKey || event.metaKey || event.shiftKey))
  return (
    <section class='chips' aria-label={words.filter.kinds}>
      <div class='chips-row'>
        <ChipButton chip='all' isPressed={chips.size === 0} count={undefined} onClick={() => filter(unpressed(query))} />
        {KIND_CHIPS.map(chip => <ChipButton key={chip} chip={chip} isPressed={chips.has(chip)} count={counts[chip]} onClick={choose(chip)} />)}
        <span class='chips-line' />
        {STATE_CHIPS.map(chip => <ChipButton key={chip} chip={chip} isPressed={chips.has(chip)} count={counts[chip]} onClick={choose(chip)} />)}
      </div>
      <Count />
      {children}
    </section>
  )
}

interface ChipProps {
  chip: Chip | 'all'
  isPressed: boolean
  count: number | undefined
  onClick: (event: MouseEvent) => void
}

function ChipButton ({ chip, isPressed, count, onClick }: ChipProps) {
  const { words } = usePage()
  return (
    <button type='button' class={`chip chip-${chip}${count === 0 ? ' none' : ''}`} aria-pressed={isPressed} aria-label={words.filter.chips[chip]} data-count={count ? short(count) : undefined} onClick={onClick}>
      {words.filter.chips[chip]}
    </button>
  )
}

function short (count: number): string {
  return count > 9999 ? `${Math.floor(count / 1000)}k` : String(count)
}
